package import IAPCore
import SQLite

/// What happened in a store while its clock was moved.
package struct ClockAdvance: Equatable, Sendable {
  /// The kinds of events that the time alone causes.
  package static let kinds: [EventKind] = [.renewed, .grace, .hold, .recovered, .expired]

  package let from: Instant
  package let to: Instant
  package let counts: [EventKind: Int]
}

extension FixtureStore {
  /// Changes the clock when the store is opened.
  static func apply(
    _ change: ClockChange, to connection: Connection, in file: StoreFile, _ options: Options
  ) throws(IAPError) {
    try file.explaining {
      if case .set(let clock) = change, try StoreSession.settings(of: connection).clock == clock {
        return
      }
      try file.requireWritable()
      try connection.transaction {
        _ = try session(of: connection, at: options.realTime(), options).moveClock(by: change)
      }
    }
  }

  /// Moves the store's own clock permanently, and writes the events up to then.
  ///
  /// - Throws: `clockFollowsRealTime` if the store has no clock of its own.
  @discardableResult
  package func advance(by period: CalendarPeriod) throws(IAPError) -> ClockAdvance {
    try moveClock(by: .advance(by: period), mustBeSet: true)
  }

  /// Sets the clock permanently, and writes the events up to then.
  ///
  /// - Parameter change: counts from the real time if the store has no clock of its own.
  package func setClock(to change: ClockChange) throws(IAPError) -> ClockAdvance {
    try moveClock(by: change, mustBeSet: false)
  }

  private func moveClock(
    by change: ClockChange, mustBeSet: Bool
  ) throws(IAPError) -> ClockAdvance {
    do {
      try file.requireWritable()
      return try transaction {
        let clock = try context().settings.clock
        if mustBeSet, clock == nil {
          throw IAPError.iapctl(.clockFollowsRealTime, .clockFollowsRealTime(path: file.path))
        }
        let position = try session().lastEvent()
        let session = Self.session(of: connection, at: options.realTime(), options)
        let end = try session.moveClock(by: change)
        return ClockAdvance(
          from: clock ?? session.now, to: end,
          counts: try self.session().eventCounts(after: position))
      }
    } catch {
      throw file.explain(change: error)
    }
  }
}

extension StoreSession {
  /// Whether the clock of the store was set. If not, the store follows the real time.
  package var hasClock: Bool {
    get throws { try StoreSession.settings(of: connection).clock != nil }
  }

  /// Changes the clock of a store permanently, and writes the events up to then. ``now`` must be the
  /// real time, from which a store without a clock of its own is moved.
  ///
  /// - Returns: the new time.
  func moveClock(by change: ClockChange) throws -> Instant {
    let clock = try StoreSession.settings(of: connection).clock
    let end = try change.end(from: clock ?? now)
    try at(end).moveClock(from: now)
    return end
  }

  /// The position of the last event in the log; 0 if the log is empty.
  func lastEvent() throws -> Int64 {
    let last = try connection.first("SELECT max(id) FROM event", make: { $0.integer(0) })
    return (last ?? nil) ?? 0
  }

  /// The number of events of each kind behind a position in the log.
  fileprivate func eventCounts(after position: Int64) throws -> [EventKind: Int] {
    let counts = try connection.all(
      "SELECT kind, count(*) FROM event WHERE id > ? GROUP BY kind", [.integer(position)],
      make: { (EventKind(rawValue: $0.text(0) ?? ""), Int($0.integer(1) ?? 0)) })
    return Dictionary(
      counts.compactMap { kind, count in kind.map { ($0, count) } },
      uniquingKeysWith: { first, _ in first })
  }
}
