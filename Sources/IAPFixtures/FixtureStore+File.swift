package import IAPCore
import JSON
import SQLite

/// What is done to a store as a whole: made, filled, written out, checked.
extension FixtureStore {
  /// The settings of a store whose seed says nothing of them.
  private static let defaults = (appKey: "fixture-app-key", appSeq: Int64(1_000_047))

  /// Makes a new store, from a seed or empty. An existing file is never overwritten, and a
  /// failure leaves none behind.
  package static func create(
    at path: String, from seed: SeedText?, options: Options
  ) throws(IAPError) {
    try StoreFile.create(path, options: options) { connection in
      try connection.run(
        """
        INSERT INTO store (id, appKey, appSeq, identity)
        VALUES (1, ?, ?, lower(hex(randomblob(8))))
        """,
        [.text(defaults.appKey), .integer(defaults.appSeq)])
      if let seed { try load(seed, into: connection, realTime: options.realTime()) }
      if let clock = options.clock {
        try StoreSession(connection: connection, now: clock).moveClock(from: options.realTime())
      }
    }
  }

  /// Adds a seed: all of it, or nothing.
  package func load(_ seed: SeedText) throws(IAPError) {
    try change { session in
      try Self.load(seed, into: session.connection, realTime: session.now)
    }
  }

  /// Writes the store as a seed, as it is at one moment, piece by piece.
  ///
  /// - Throws: `IAPError`, or what the sink throws.
  package func dump(to sink: @Sendable ([UInt8]) throws -> Void) throws {
    var refusal: (any Error)?
    do {
      try look { session in
        try SeedDump(session: session).write { piece in
          do {
            try sink(piece)
          } catch {
            refusal = error
            throw error
          }
        }
      }
    } catch {
      throw refusal ?? error
    }
  }

  /// What is wrong with the store, in words.
  package func check() throws(IAPError) -> [String] {
    do {
      // No transaction: where there is damage, even its end can fail.
      return try StoreSession(connection: connection, now: Instant(0)).problems()
    } catch {
      throw file.explain(error)
    }
  }

  private static func load(
    _ seed: SeedText, into connection: Connection, realTime: Instant
  ) throws {
    do {
      try SeedLoader.load(seed.contents, into: connection, realTime: realTime)
    } catch let problem as JSONProblem {
      throw IAPError.iapctl(
        .seedContradicts, .seed(place: problem.place, problem: problem.problem))
    }
  }
}
