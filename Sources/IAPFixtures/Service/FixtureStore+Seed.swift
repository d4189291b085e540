package import IAPCore
import JSON
import SQLite
import System

/// Operations on a whole store: create, load, dump, check.
extension FixtureStore {
  /// What names the app of a store whose seed does not.
  private static let defaults = (
    appKey: "fixture-app-key", appSeq: Int64(1_000_047), secretKey: "fixture-secret-key",
    appID: "fixture-app"
  )

  /// Creates a store file from a seed, or an empty one. It never overwrites a file, and leaves no
  /// file if it fails.
  ///
  /// - Returns: the subscription groups of the store that have several products.
  @discardableResult
  package static func create(
    at path: String, from seed: SeedText?, options: Options
  ) throws(IAPError) -> [SharedSubscriptionGroup] {
    var groups: [SharedSubscriptionGroup] = []
    try StoreFile.create(path, options: options) { connection in
      try connection.run(
        """
        INSERT INTO store (id, appKey, appSeq, secretKey, appId, identity)
        VALUES (1, ?, ?, ?, ?, lower(hex(randomblob(8))))
        """,
        [
          .text(defaults.appKey), .integer(defaults.appSeq), .text(defaults.secretKey),
          .text(defaults.appID),
        ])
      try StoreIdentity.storeMark(ofFileOf: connection)
      if let seed {
        try load(seed, into: connection, realTime: options.realTime(), options.progress)
      }
      let session = session(of: connection, at: options.realTime(), options)
      groups = try session.sharedSubscriptionGroups()
      if let change = options.clock { _ = try session.moveClock(by: change) }
    }
    return groups
  }

  /// What a store has after a seed was added.
  package struct LoadedSeed: Sendable {
    /// The subscription groups of the store that have several products.
    package let groups: [SharedSubscriptionGroup]
    /// The number of elements that have added or changed something, by the lists of the seed.
    package let added: [String: Int]
  }

  /// Adds a seed in one transaction: all of it, or nothing.
  @discardableResult
  package func load(_ seed: SeedText) throws(IAPError) -> LoadedSeed {
    try change { session in
      let added = try Self.load(
        seed, into: session.connection, realTime: session.now, session.report)
      return LoadedSeed(groups: try session.sharedSubscriptionGroups(), added: added)
    }
  }

  /// Writes the store as a seed, in chunks. All chunks show the same moment.
  ///
  /// - Parameters:
  ///   - hasLog: whether the log is written as well.
  ///   - report: is called with the number of written elements, and with nil at the end.
  /// - Throws: `IAPError`, or the error of `sink`.
  package func dump(
    withLog hasLog: Bool = false, _ report: @Sendable (_ done: Int?) -> Void = { _ in },
    to sink: @Sendable ([UInt8]) throws -> Void
  ) throws {
    defer { report(nil) }
    var refusal: (any Error)?
    do {
      try read { session in
        try DamageSearch.refuseDamagedSmallTables(session.connection)
        try DamageSearch.refuseDamagedLists(session.connection)
        try SeedDump(session: session, hasLog: hasLog).write { piece, count in
          report(count)
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
  package func check() throws(IAPError) -> [String] { try inspect { try $0.problems() } }

  /// The lists of a store by the names that a seed gives them, with the number of rows that
  /// ``check()`` looks at.
  package func sizes() throws(IAPError) -> [(list: String, rows: Int64)] {
    try inspect { session in
      try SeedList.all.map { list in
        let rows = try session.connection.first(
          "SELECT count(*) FROM \(list.table)", make: { $0.integer(0) ?? 0 })
        return (list.name, rows ?? 0)
      }
    }
  }

  /// Looks at the store as it is in its file, whatever is due. There is no transaction: in a damaged
  /// file even the end of a transaction can fail.
  private func inspect<Answer>(
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    try file.explaining {
      try body(StoreSession(connection: connection, now: Instant(0), report: options.progress))
    }
  }

  /// Copies a store that no process has open.
  package static func copy(_ path: String, to new: String) throws(IAPError) {
    do {
      try Files.copy(path, to: new)
    } catch {
      throw .iapctl(.storeNotWritten, .file(new, .cannotWrite(why: error.text)))
    }
  }

  @discardableResult
  private static func load(
    _ seed: SeedText, into connection: Connection, realTime: Instant,
    _ report: @escaping @Sendable (_ done: Int?) -> Void
  ) throws -> [String: Int] {
    do {
      return try SeedLoader.load(seed, into: connection, realTime: realTime, report)
    } catch let problem as JSONProblem {
      throw IAPError.iapctl(
        .seedContradicts, .seed(place: problem.place, problem: problem.kind))
    }
  }
}
