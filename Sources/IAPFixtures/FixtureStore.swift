package import IAPCore
import JSON
import SQLite

/// A local simulation of the IAP service and its stores, kept in one SQLite file.
///
/// Each operation is one transaction. First it writes the events that are due at the store's time,
/// such as renewals. Its result is durable when it returns. Several processes can use the file at
/// the same time.
package actor FixtureStore {
  package struct Options: Sendable {
    /// How long to wait for the locks of other processes.
    package var patience: Duration
    /// If set, the store's clock is set to this instant permanently.
    package var clock: Instant?
    /// The real time, for a store that has no clock of its own.
    package var realTime: @Sendable () -> Instant
    /// The signal that asked the process to stop, or nil. A signal ends a long statement and a wait
    /// for a lock.
    package var stopSignal: @Sendable () -> Int32?

    package init(
      patience: Duration, clock: Instant? = nil, realTime: @escaping @Sendable () -> Instant,
      stopSignal: @escaping @Sendable () -> Int32?
    ) {
      self.patience = patience
      self.clock = clock
      self.realTime = realTime
      self.stopSignal = stopSignal
    }
  }

  let file: StoreFile
  /// Identifies the store even if its file is moved or copied to another path.
  nonisolated let identity: String
  private let options: Options
  /// The file, or a private temporary copy if the file cannot be written.
  private(set) var connection: Connection
  private var isPrivateCopy = false
  private nonisolated let executor: (any SerialExecutor)?
  /// Set while calls share a transaction.
  var sharedMoment: Moment?

  /// By default the store runs on the main actor, as its caller does. Threads of a pool would only
  /// wait for the same database, and starting one takes longer than most operations.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  /// Opens the store at a path.
  ///
  /// - Parameter isForCheck: if true, a damaged file is opened as well, so that `store check` can
  ///   report the damage.
  package init(
    openAt path: String, options: Options, isForCheck: Bool = false
  ) throws(IAPError) {
    try self.init(try StoreFile(existing: path, options: options), options, isForCheck: isForCheck)
  }

  private init(
    _ file: StoreFile, _ options: Options, isForCheck: Bool = false,
    on executor: (any SerialExecutor)? = nil
  ) throws(IAPError) {
    (self.file, self.options, self.executor) = (file, options, executor)
    connection = try file.open(isForCheck: isForCheck)
    identity = try Self.identity(of: connection, in: file, isForCheck)
    if let clock = options.clock { try Self.set(clock, of: connection, in: file, options) }
  }

  /// Another connection to the same store, used by an executor instead of the main actor.
  ///
  /// Only SQLite may open the file again: any other closing of it drops the locks of this process,
  /// and the next process that ends removes the log that both connections use.
  package nonisolated func reopened(
    on executor: any SerialExecutor
  ) throws(IAPError) -> FixtureStore {
    var options = options
    // It has been set already.
    options.clock = nil
    return try FixtureStore(file, options, on: executor)
  }

  /// For `store check` the identity may be missing, because the file may be damaged.
  private static func identity(
    of connection: Connection, in file: StoreFile, _ isForCheck: Bool
  ) throws(IAPError) -> String {
    do {
      let found = try connection.first("SELECT identity FROM store WHERE id = 1") { $0.text(0) }
      if let found, let found { return found }
    } catch {
      if !isForCheck { throw file.explain(error) }
    }
    return ""
  }

  // MARK: Time

  private static func set(
    _ clock: Instant, of connection: Connection, in file: StoreFile, _ options: Options
  ) throws(IAPError) {
    do {
      if try StoreSession.settings(of: connection).clock == clock { return }
      try file.requireWritable()
      try connection.transaction {
        try StoreSession(connection: connection, now: clock).moveClock(from: options.realTime())
      }
    } catch {
      throw file.explain(error)
    }
  }

  // MARK: Transactions

  /// Runs a query at the store's time.
  ///
  /// Events that are due are written first. If the file cannot be written, they are written into a
  /// private copy.
  func look<Answer>(
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      let answer = try transaction(writing: false) { () throws -> Answer? in
        let moment = try self.moment()
        guard try moment.isQuiet || !moment.session.isAnythingDue() else { return nil }
        return try body(moment.session)
      }
      if let answer { return answer }
      try makeWritable()
      try transaction { try self.session().bringUpToDate() }
      return try transaction(writing: false) { try body(try self.session()) }
    } catch {
      throw file.explain(error)
    }
  }

  /// Runs a change at the store's time, in one transaction.
  ///
  /// - Throws: an error with the outcome `unknown` if the change may have been made although COMMIT
  ///   failed.
  func change<Answer>(_ body: (StoreSession) throws -> Answer) throws(IAPError) -> Answer {
    do {
      try file.requireWritable()
      return try transaction {
        let session = try self.session()
        try session.bringUpToDate()
        return try body(session)
      }
    } catch {
      throw file.explain(change: error)
    }
  }

  func session() throws -> StoreSession { try moment().session }

  /// The store at this moment, or the moment of the calls that share a transaction.
  func moment() throws -> Moment {
    if let sharedMoment { return sharedMoment }
    let settings = try StoreSession.settings(of: connection)
    let session = StoreSession(
      connection: connection, now: settings.clock ?? options.realTime())
    return Moment(session: session, settings: settings)
  }

  func makeWritable() throws {
    guard !file.isWritable, !isPrivateCopy else { return }
    connection = try file.privateCopy(of: connection)
    isPrivateCopy = true
  }
}

/// The settings of an app in the NHN Cloud console, without its products and payments.
package struct Registration: Sendable {
  package let appKey: Secret
  /// The number of the app in the legacy API.
  package let appSeq: Int64
  /// The package name of each market that has one, such as `com.example.game`.
  package let packages: [StoreCode: String]
  /// The package name of the market that was declared first. The legacy API knows only one.
  package let firstPackage: String?
}

extension FixtureStore {
  /// The key that a call to the server must have.
  package func appKey() throws(IAPError) -> Secret {
    do {
      return try moment().settings.appKey
    } catch {
      throw file.explain(error)
    }
  }

  /// The settings of the app.
  package func registration() throws(IAPError) -> Registration {
    do {
      let settings = try moment().settings
      let declared = try connection.all(
        "SELECT storeCode, packageName FROM market WHERE packageName IS NOT NULL ORDER BY id"
      ) { (StoreCode($0.text("storeCode") ?? ""), $0.text("packageName") ?? "") }
      return Registration(
        appKey: settings.appKey, appSeq: settings.appSeq,
        packages: Dictionary(declared) { first, _ in first }, firstPackage: declared.first?.1)
    } catch {
      throw file.explain(error)
    }
  }

  /// The product number (`productSeq`) of a payment, or nil if there is no such payment.
  package func productSeq(ofPayment payment: Identifier) throws(IAPError) -> Int64? {
    do {
      return try session().purchase(numbered: payment)?.purchase.productSeq
    } catch {
      throw file.explain(error)
    }
  }
}

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
        try session.refuseDamagedLists()
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
