package import IAPCore
import JSON
import SQLite

/// Operations on a whole store: create, load, dump, check.
extension FixtureStore {
  /// The app key and the app number of a store whose seed has none.
  private static let defaults = (appKey: "fixture-app-key", appSeq: Int64(1_000_047))

  /// Creates a store file from a seed, or an empty one. It never overwrites a file, and leaves no
  /// file if it fails.
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

  /// Adds a seed in one transaction: all of it, or nothing.
  package func load(_ seed: SeedText) throws(IAPError) {
    try change { session in
      try Self.load(seed, into: session.connection, realTime: session.now)
    }
  }

  /// Writes the store as a seed, in chunks. All chunks show the same moment.
  ///
  /// - Throws: `IAPError`, or the error of `sink`.
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

  /// The problems of the store, one message each; empty if the store is sound.
  package func check() throws(IAPError) -> [String] {
    do {
      // No transaction: in a damaged file even the end of a transaction can fail.
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
