import IAPCore
import SQLite

/// A fixture store's file. It turns failures of the database into errors that name the store.
struct StoreFile: Sendable {
  private let database: DatabaseFile
  private let isTemporary: Bool

  private(set) var isWritable = true

  var path: String { database.path }

  /// In bytes. After an unclean end, a store up to this size is searched for damage as a whole. Of a
  /// larger store, the small tables are; the lists check the others as they read them.
  private static let largestReadWhole: Int64 = 1 << 20

  /// In bytes. A larger write-ahead log is truncated when its content is in the database. Inside a
  /// transaction, a page that changes again takes no more space in the log, so the log is never much
  /// larger than the store itself.
  private static let largestLog = 4 << 20

  /// Checks that the file exists. It changes nothing.
  init(existing path: String, options: StoreOptions) throws(IAPError) {
    self.init(path, options)
    do {
      guard try database.isPresent() else { throw DatabaseProblem.missing }
      try database.checkHeader()
      guard !database.hasForeignLog else { throw DatabaseProblem.foreignLog }
      isWritable = database.isWritable
    } catch {
      throw explain(error)
    }
  }

  private init(_ path: String, _ options: StoreOptions) {
    database = DatabaseFile(
      path, Schema.format, patience: options.patience, stopSignal: options.stopSignal)
    isTemporary = options.isTemporary
  }

  /// Opens the file, and refuses one of another version.
  ///
  /// If the process that used it last may not have ended as it should, the file is searched for
  /// damage. Otherwise SQLite finds damage in what it reads, and `store check` in all of it: a search
  /// at each opening takes as long as a small query.
  ///
  /// - Parameter isForCheck: if true, damage is not looked for; the caller does that.
  func open(isForCheck: Bool) throws(IAPError) -> Connection {
    try explaining {
      let isSuspect = !isForCheck && logSize > 0
      let connection = try database.connect(isWritable ? .readWrite : database.readingAccess)
      // A small cache: the system caches the file too, and a long list must not fill memory with
      // pages. A list of a million payments that were not stored by time returns to 300 pages; with
      // fewer, it reads each page again and takes a third longer.
      try connection.execute(
        """
        PRAGMA synchronous = \(isTemporary ? "OFF" : "FULL");
        PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
        PRAGMA cache_size = -1750; PRAGMA journal_size_limit = \(Self.largestLog)
        """)
      if isSuspect { try refuseDamage(connection) }
      return connection
    }
  }

  /// Whether the file contains another store than when it was opened, because another one was copied
  /// over it. SQLite would mix the pages of both.
  ///
  /// Only pages that are in the file itself are read, and not those of the log.
  func holdsOther(than identity: String) -> Bool {
    guard let connection = try? database.connect(.immutable),
      let stored = try? StoreIdentity.stored(in: connection)
    else { return false }
    return stored.identity != identity
  }

  /// The size of the write-ahead log, in bytes.
  var logSize: Int64 { database.at(path + "-wal").size }

  func openForCompletion() throws -> Connection { try database.connect(database.readingAccess) }

  /// A copy of the database that only this process sees.
  func privateCopy(of connection: Connection) throws -> Connection {
    let copy = try database.privateCopy(of: connection)
    try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = ON")
    return copy
  }

  /// Creates a file in one step: it appears at the path only after `fill` has succeeded.
  static func create(
    _ path: String, options: StoreOptions, fill: (Connection) throws -> Void
  ) throws(IAPError) {
    let file = StoreFile(path, options)
    try file.explaining { try file.database.make(isPrivate: false, fill: fill) }
  }

  /// Throws an error that names the store if its file cannot be written.
  func requireWritable() throws(IAPError) {
    guard isWritable else {
      throw .iapctl(.storeReadOnly, .file(path, .readOnly))
    }
  }

  private func refuseDamage(_ connection: Connection) throws {
    guard database.size <= Self.largestReadWhole else {
      return try DamageSearch.refuseDamagedSmallTables(connection)
    }
    if let problem = try connection.damage() { throw DatabaseProblem.damaged(problem) }
  }

  // MARK: Failures

  /// Runs `body`. Its error names the path of the store. The error of a change comes from
  /// ``explain(change:)``.
  func explaining<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do { return try body() } catch { throw explain(error) }
  }

  /// The error for a change that failed. If COMMIT failed, the change may have been made, so its
  /// outcome is `unknown`.
  func explain(change error: any Error) -> IAPError {
    if let error = error as? SQLiteError, error.mayHaveCommitted {
      return .unsettled(.file(path, .commitFailed(why: error.message)))
    }
    return explain(error)
  }

  /// The error for a failure that changed nothing. It names the path of the store.
  func explain(_ error: any Error) -> IAPError {
    guard let problem = database.problem(of: error) else {
      return error as? IAPError ?? .iapctl(.bug, .bug("\(error)"))
    }
    return switch problem {
    case .missing: .iapctl(.storeMissing, .file(path, .missing))
    case .directory: .iapctl(.storeIsDirectory, .file(path, .isDirectory))
    case .foreign(let what): .iap(.notInitialized, .file(path, .notAStore(what: what)))
    case .newer(let version, let supported):
      .iapctl(.storeTooNew, .file(path, .madeByNewerVersion(format: version, known: supported)))
    case .older(let version, let supported):
      .iapctl(.storeUnreadable, .file(path, .madeByOlderVersion(format: version, known: supported)))
    case .foreignLog: .iapctl(.storeDamaged, .file(path, .logOfAnotherFile))
    case .damaged(let what): .iapctl(.storeDamaged, .file(path, .damaged(what: what)))
    case .unreadable(let why): .iapctl(.storeUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why): .iapctl(.storeNotWritten, .file(path, .cannotWrite(why: why)))
    case .folderMissing(let folder):
      .iapctl(.storeNotWritten, .file(path, .folderMissing(folder: folder)))
    case .present: .iapctl(.storeExists, .file(path, .existsAlready))
    case .notDurable(let why): .unsettled(.file(path, .notDurable(why: why)))
    case .busy: .iapctl(.storeBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: path)))
    case .outOfMemory: .iapctl(.tooLittleMemory, .outOfMemory(path))
    case .unexpected(let what): .iapctl(.bug, .bug(what))
    }
  }
}

/// The state of a store at one moment, to which the store can return.
///
/// At first it is a transaction that goes on reading, which costs nothing: SQLite keeps the pages of
/// that moment, and writes all changes to the write-ahead log. When the log has grown to
/// ``longestLog``, the state is copied into a private temporary database, and the transaction ends.
/// So a large store is copied only if much of it was changed.
final class StoreSnapshot {
  private let file: StoreFile
  private var state: Connection
  private var isCopied = false
  private var longestLog: Int64

  /// - Parameter longestLog: in bytes.
  init(of file: StoreFile, longestLog: Int64 = 64 << 20) throws(IAPError) {
    (self.file, self.longestLog) = (file, longestLog)
    state = try file.open(isForCheck: true)
    try file.explaining {
      try state.execute("BEGIN")
      // The state is that of the first read.
      _ = try state.dataVersion()
    }
  }

  /// Copies the state if the log has become long. Call it after changes, outside of a transaction.
  func limitLog() {
    guard !isCopied, file.logSize > longestLog else { return }
    do {
      state = try file.privateCopy(of: state)
      isCopied = true
    } catch {
      // There is no room for the copy. The log goes on growing; retry when it has doubled.
      longestLog *= 2
    }
  }

  /// Replaces the content of a store by the state, in one transaction.
  func restore(into store: Connection) throws(SQLiteError) {
    try store.copy(from: state)
    limitLog()
    // SQLite empties the log after changes, but not after a copy. If it cannot now, it will later.
    try? store.execute("PRAGMA wal_checkpoint(PASSIVE)")
  }
}
