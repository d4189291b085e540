package import IAPCore
import SQLite
import System

/// A local simulation of the IAP service and its stores, kept in one SQLite file.
///
/// Each operation is one transaction. First it writes the events that are due at the store's time,
/// such as renewals. Its result is durable when it returns. Several processes can use the file at
/// the same time.
package actor FixtureStore {
  package typealias Options = StoreOptions

  let file: StoreFile
  /// Nil if the file cannot be written.
  var watch: StoreWatch?
  /// Identifies the store: see ``StoreIdentity``.
  nonisolated let identity: String
  let options: Options
  /// The file, or a private temporary copy if the file cannot be written.
  private(set) var connection: Connection
  private var isPrivateCopy = false
  private nonisolated let executor: (any SerialExecutor)?
  /// Set while calls share a transaction.
  var sharedContext: TransactionContext?
  private var cache: StoreSession.SettingsCache?
  /// The state to which ``reset()`` returns; nil unless the connection is that of a server.
  let snapshot: StoreSnapshot?

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
    on executor: (any SerialExecutor)? = nil, keepsSnapshot: Bool = false
  ) throws(IAPError) {
    (self.file, self.options, self.executor) = (file, options, executor)
    connection = try file.open(isForCheck: isForCheck)
    identity = try Self.identity(of: connection, in: file, isForCheck)
    watch = isForCheck ? nil : try Self.watch(file, connection)
    snapshot = keepsSnapshot && file.isWritable ? try StoreSnapshot(of: file) : nil
    if let change = options.clock { try Self.apply(change, to: connection, in: file, options) }
  }

  /// Another connection to the same store, used by an executor instead of the main actor. It can be
  /// reset to the state that the store has now.
  ///
  /// Only SQLite may open the file again: any other closing of it drops the locks of this process,
  /// and the next process that ends removes the log that both connections use.
  package nonisolated func reopened(
    on executor: any SerialExecutor
  ) throws(IAPError) -> FixtureStore {
    var options = options
    // It has been set already.
    options.clock = nil
    return try FixtureStore(file, options, on: executor, keepsSnapshot: true)
  }

  /// For `store check` the identity may be missing, because the file may be damaged.
  private static func identity(
    of connection: Connection, in file: StoreFile, _ isForCheck: Bool
  ) throws(IAPError) -> String {
    do {
      if let found = try StoreIdentity.read(from: connection, in: file) { return found }
    } catch {
      if !isForCheck { throw file.explain(error) }
    }
    return ""
  }

  private static func watch(
    _ file: StoreFile, _ connection: Connection
  ) throws(IAPError) -> StoreWatch? {
    try file.explaining { try StoreWatch(file, connection) }
  }

  static func session(
    of connection: Connection, at now: Instant, _ options: Options
  ) -> StoreSession {
    StoreSession(connection: connection, now: now, report: options.progress)
  }

  // MARK: Transactions

  // What a store can be asked and what can be done to it are the extensions of ``StoreSession``.

  /// Runs a query at the store's time, in one transaction.
  ///
  /// Events that are due are written first. If the file cannot be written, they are written into a
  /// private copy.
  package func read<Answer>(
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    try file.explaining {
      try requireSameFile()
      let answer = try transaction(writing: false) { () throws -> Answer? in
        let context = try self.context()
        guard try context.changesNothing || !context.session.isAnythingDue() else { return nil }
        return try body(context.session)
      }
      if let answer { return answer }
      try makeWritable()
      try transaction { try self.session().bringUpToDate() }
      return try transaction(writing: false) { try body(try self.session()) }
    }
  }

  /// Runs a change at the store's time, in one transaction.
  ///
  /// - Throws: an error with the outcome `unknown` if the change may have been made although COMMIT
  ///   failed.
  package func change<Answer>(_ body: (StoreSession) throws -> Answer) throws(IAPError) -> Answer {
    do {
      try file.requireWritable()
      try requireSameFile()
      let answer = try transaction {
        let session = try self.session()
        try session.bringUpToDate()
        return try body(session)
      }
      try requireSameFile(.unknown)
      return answer
    } catch {
      throw file.explain(change: error)
    }
  }

  /// Makes a change in one transaction.
  ///
  /// - Returns: the events of the change, without those that were due before it.
  /// - Throws: `paymentNotFound`; `purchaseStatusInvalid` (13) if the payment does not allow the
  ///   change; for an approval also the errors of a purchase.
  package func apply(_ change: some StoreChange) throws(IAPError) -> [StoreEvent] {
    try self.change { session in
      let position = try session.lastEvent()
      try change.make(in: session)
      return try session.allEvents(after: position)
    }
  }

  func session() throws -> StoreSession { try context().session }

  /// The store now, or the context of the calls that share a transaction.
  func context() throws -> TransactionContext {
    if let sharedContext { return sharedContext }
    return try context(with: nil)
  }

  /// - Parameter cache: what was read before of this version of the file.
  func context(with cache: StoreSession.SettingsCache?) throws -> TransactionContext {
    let settings = try cache?.settings ?? StoreSession.settings(of: connection)
    cache?.settings = settings
    var session = Self.session(of: connection, at: settings.clock ?? options.realTime(), options)
    session.settingsCache = cache
    return TransactionContext(session: session, settings: settings)
  }

  /// The cache for a transaction that only reads, and that has not read anything yet.
  func currentCache() throws -> StoreSession.SettingsCache {
    let version = try connection.dataVersion()
    if let cache, cache.version == version { return cache }
    let cache = StoreSession.SettingsCache(version: version)
    self.cache = cache
    return cache
  }

  func makeWritable() throws {
    guard !file.isWritable, !isPrivateCopy else { return }
    // The copy has versions of its own.
    cache = nil
    connection = try file.privateCopy(of: connection)
    (isPrivateCopy, watch) = (true, nil)
  }
}

extension FixtureStore {
  /// Throws if the file is not the one that was opened: what is written now would be lost, or mixed
  /// with another store.
  ///
  /// - Parameter outcome: of a change that was made before.
  func requireSameFile(_ outcome: IAPError.Outcome = .notApplied) throws(IAPError) {
    // Calls that share a transaction are checked together.
    guard sharedContext == nil, isReplaced() else { return }
    throw IAPError(.iapctl(.storeReplaced), .file(file.path, .replaced), outcome: outcome)
  }

  func isReplaced() -> Bool { watch?.isReplaced(connection) ?? false }
}
