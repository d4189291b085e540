package import IAPCore
import SQLite

/// What happened in a store while its clock was moved.
package struct ClockAdvance: Equatable, Sendable {
  /// The kinds of events that the time alone causes.
  package enum Event: String, Sendable, CaseIterable {
    case renewed, expired
  }

  package let from: Instant
  package let to: Instant
  /// The number of events of each kind.
  package let counts: [Event: Int]
}

extension FixtureStore {
  /// Changes the clock when the store is opened.
  static func apply(
    _ change: ClockChange, to connection: Connection, in file: StoreFile, _ options: Options
  ) throws(IAPError) {
    do {
      if case .set(let clock) = change, try StoreSession.settings(of: connection).clock == clock {
        return
      }
      try file.requireWritable()
      try connection.transaction {
        _ = try StoreSession.moveClock(of: connection, by: change, realTime: options.realTime())
      }
    } catch {
      throw file.explain(error)
    }
  }

  /// Moves the store's own clock permanently, and writes the events up to then.
  ///
  /// - Throws: `clockFollowsRealTime` if the store has no clock of its own.
  package func advance(by period: CalendarPeriod) throws(IAPError) -> ClockAdvance {
    do {
      try file.requireWritable()
      return try transaction {
        guard let start = try moment().settings.clock else {
          throw IAPError.iapctl(.clockFollowsRealTime, .clockFollowsRealTime(path: file.path))
        }
        let before = try session().eventCounts()
        let end = try StoreSession.moveClock(
          of: connection, by: .advance(by: period), realTime: options.realTime())
        let counts = try session().eventCounts().merging(before) { $0 - $1 }
        return ClockAdvance(from: start, to: end, counts: counts)
      }
    } catch {
      throw file.explain(change: error)
    }
  }
}

extension StoreSession {
  /// Changes the clock of a store permanently, and writes the events up to then.
  ///
  /// - Parameter realTime: the current time of a store that has no clock of its own.
  /// - Returns: the new time.
  static func moveClock(
    of connection: Connection, by change: ClockChange, realTime: Instant
  ) throws -> Instant {
    let end: Instant
    switch change {
    case .set(let clock): end = clock
    case .advance(let period):
      let start = try settings(of: connection).clock ?? realTime
      guard let later = period.added(to: start) else {
        throw IAPError.iapctl(.clockOutOfRange, .clockOutOfRange(from: start, by: period))
      }
      end = later
    }
    try StoreSession(connection: connection, now: end).moveClock(from: realTime)
    return end
  }

  /// The number of events of each kind so far, plus a number that does not change.
  fileprivate func eventCounts() throws -> [ClockAdvance.Event: Int] {
    // While the clock moves, a payment is made only by a renewal, and none is deleted.
    let query = """
      SELECT (SELECT max(id) FROM purchase) AS renewed,
        (SELECT count(*) FROM purchase WHERE status IS NOT NULL AND status = 'EXPIRED') AS expired
      """
    let counts = try connection.first(query) { row in
      ClockAdvance.Event.allCases.map { ($0, Int(row.integer($0.rawValue) ?? 0)) }
    }
    return Dictionary(uniqueKeysWithValues: counts ?? [])
  }
}
