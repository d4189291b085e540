package import IAPCore
import SQLite

/// A file that behaves as the IAP service and the stores behind it.
///
/// Before every operation it brings itself up to its clock. Every operation is one transaction:
/// what it answers is durable, and two processes may use the file at once.
package actor FixtureStore {
  /// What an open store needs of the outside.
  package struct Options: Sendable {
    /// How long to wait for other processes.
    package var patience: Duration
    /// Sets the store's clock to an instant, for good.
    package var clock: Instant?
    /// The real time, for a store whose clock follows it.
    package var realTime: @Sendable () -> Instant
    /// The signal that asked to stop, once one did: it ends a long statement, or a wait.
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
  /// Tells the store from every other, wherever its file is.
  nonisolated let identity: String
  private let options: Options
  /// The file, or a private copy of it where the file cannot be written.
  private(set) var connection: Connection
  private var isPrivateCopy = false

  /// The store works where its caller, the main actor, does: a pool of threads would wait for the
  /// same database, and starting one costs more than most operations.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    MainActor.sharedUnownedExecutor
  }

  /// Opens the store at a path.
  ///
  /// - Parameter isForCheck: whether damage is no reason to refuse, because it is looked for.
  package init(
    openAt path: String, options: Options, isForCheck: Bool = false
  ) throws(IAPError) {
    file = try StoreFile(existing: path, options: options)
    self.options = options
    connection = try file.open(isForCheck: isForCheck)
    identity = try Self.identity(of: connection, in: file, isForCheck)
    if let clock = options.clock { try Self.set(clock, of: connection, in: file, options) }
  }

  /// What `store check` opens may have none.
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

  /// The store's time: its own clock, or the real one.
  private static func time(of connection: Connection, realTime: Instant) throws -> Instant {
    try StoreSession.settings(of: connection).clock ?? realTime
  }

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

  /// The store at its time, for a look that changes nothing.
  ///
  /// What is due is written first; where the file cannot be written, into a private copy.
  func look<Answer>(
    _ body: (StoreSession) throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      let session = try self.session()
      if try session.isAnythingDue() {
        try makeWritable()
        try connection.transaction { try self.session().bringUpToDate() }
      }
      return try connection.transaction(writing: false) { try body(try self.session()) }
    } catch {
      throw file.explain(error)
    }
  }

  /// The store at its time, for a change that is durable or did not happen.
  ///
  /// - Throws: an error whose outcome is unknown if the change may have been made all the same.
  func change<Answer>(_ body: (StoreSession) throws -> Answer) throws(IAPError) -> Answer {
    do {
      try file.requireWritable()
      return try connection.transaction {
        let session = try self.session()
        try session.bringUpToDate()
        return try body(session)
      }
    } catch {
      throw file.explain(change: error)
    }
  }

  func session() throws -> StoreSession {
    StoreSession(
      connection: connection,
      now: try Self.time(of: connection, realTime: options.realTime()))
  }

  func makeWritable() throws {
    guard !file.isWritable, !isPrivateCopy else { return }
    connection = try file.privateCopy(of: connection)
    isPrivateCopy = true
  }
}
