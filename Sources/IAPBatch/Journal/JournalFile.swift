import IAPCore
import SQLite
import System

/// The file of a journal: made, told from any other, opened, and its troubles put into words that a
/// user knows.
struct JournalFile: Sendable {
  /// The one that all runs know it by, whatever links they come by: the locks go with it.
  let path: String
  /// How long to wait for the locks of others, in milliseconds.
  let patience: Int32
  /// The signal that asked to stop, once one did.
  private let stopSignal: @Sendable () -> Int32?

  /// Where each run that is at work has a byte locked.
  var runsPath: String { path + "-runs" }

  /// What was committed and is not in the file itself yet.
  var logPath: String { path + "-wal" }

  init(_ path: String, patience: Duration, stopSignal: @escaping @Sendable () -> Int32?) {
    self.stopSignal = stopSignal
    self.path = Files.ownPath(path)
    let (seconds, attoseconds) = patience.components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    self.patience = Int32(min(max(0, milliseconds), Double(Int32.max)))
  }

  /// Opens the file to write; a missing one is made, and its folder.
  func open() throws(IAPError) -> Connection {
    if try !isPresent() { try make() }
    return try explained { try connect(.readWrite) }
  }

  /// Opens the file to write; nil if there is none.
  func openForWriting() throws(IAPError) -> Connection? {
    guard try isPresent() else { return nil }
    return try explained { try connect(.readWrite) }
  }

  /// The same file; its folder may have been made meanwhile.
  func resolved() -> JournalFile { JournalFile(at: Files.ownPath(path), like: self) }

  private init(at path: String, like other: JournalFile) {
    (self.path, patience, stopSignal) = (path, other.patience, other.stopSignal)
  }

  /// Opens the file to read; nil where there is none. Nothing is made for it but what SQLite needs
  /// beside a file that somebody may be writing.
  func openForReading() throws(IAPError) -> Connection? {
    guard try isPresent() else { return nil }
    do {
      return try connect(readingAccess)
    } catch let error as SQLiteError where error.isUnwritable && !error.isOutOfFiles {
      throw .iapctl(.journalUnreadable, .unreadable(path: path, why: error.message))
    } catch {
      throw explain(error)
    }
  }

  /// What `body` answers; its failures are explained.
  ///
  /// - Parameter canStop: whether a request to stop ends its wait for other processes.
  func explained<Answer>(
    canStop: Bool = true, _ body: () throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch {
      throw explain(error, canStop: canStop)
    }
  }

  private func explain(_ error: any Error, canStop: Bool = true) -> IAPError {
    switch error {
    case let error as IAPError: error
    case let error as SQLiteError where error.isBusy || error.isInterrupted:
      if canStop, let signal = stopSignal() {
        .iapctl(.interrupted, .stopped(signal: signal))
      } else {
        .iapctl(.journalBusy, .lockedByOthers(path: path))
      }
    case let error as SQLiteError where error.isCorruption || error.isForeignSchema:
      .iapctl(.journalDamaged, .damaged(path: path, what: error.message))
    case let error as SQLiteError where error.isConstraint:
      .iapctl(.journalDamaged, .damaged(path: path, what: error.message))
    case let error as SQLiteError where error.isOutOfFiles:
      .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case let error as SystemError where error.isOutOfFiles:
      .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case let error as SQLiteError where error.isUnwritable:
      .iapctl(.journalNotWritten, .cannotWrite(path: path, why: error.message))
    case let error as SQLiteError:
      .iapctl(.bug, .bug("SQLite \(error.code): \(error.message)"))
    case let error as SystemError:
      .iapctl(.journalNotWritten, .cannotWrite(path: path, why: error.text))
    default: .iapctl(.bug, .bug("\(error)"))
    }
  }

  // MARK: Opening

  /// Whether there is a file; what can be no journal is refused.
  private func isPresent() throws(IAPError) -> Bool {
    let status: FileStatus
    do {
      status = try Files.status(of: path)
    } catch  where error.isMissing {
      return false
    } catch {
      throw .iapctl(.journalUnreadable, .unreadable(path: path, why: error.text))
    }
    guard !status.isDirectory else { throw .iapctl(.journalUnreadable, .directoryAtPath(path)) }
    guard status.isRegular else { throw foreign("not a regular file") }
    guard status.size > 0 else { throw foreign("an empty file") }
    return true
  }

  /// A journal that everybody may read is refused; a group may be let in, for whoever changed that
  /// meant it. What is no journal was told from one before.
  private func refuseIfReadable() throws {
    if (try? Files.status(of: path))?.isOpenToAll == true {
      throw IAPError.iapctl(.configuration, .journalReadable(path: path))
    }
  }

  /// SQLite alone opens the file: another who closed it would drop the locks of this process.
  private func connect(_ access: Connection.Access) throws -> Connection {
    let stopSignal = stopSignal
    let connection = try Connection(
      path: path, access: access, patience: patience, isStopped: { stopSignal() != nil })
    let version = try version(of: connection)
    try refuseIfReadable()
    if version < JournalSchema.version {
      guard access == .readWrite else { throw tooOldToRead }
      try migrate(connection)
    }
    guard access == .readWrite else { return connection }
    try connection.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON
      """)
    guard try connection.first("PRAGMA journal_mode = WAL", make: { $0.text(0) }) == "wal" else {
      throw IAPError.iapctl(
        .journalNotWritten, .cannotWrite(path: path, why: "its file system has no shared memory"))
    }
    return connection
  }

  /// As with a store: where no log is left and nothing can be written, nobody else writes either.
  private var readingAccess: Connection.Access {
    if Files.isWritable(path), Files.isWritable(Files.folder(of: path)) { return .readWrite }
    let log = try? Files.status(of: path + "-wal")
    return (log?.size ?? 0) > 0 ? .readOnly : .immutable
  }

  /// The version of what proves to be a journal, and not a newer one than this program knows.
  private func version(of connection: Connection) throws -> Int {
    guard try application(of: connection) == JournalSchema.applicationID else {
      throw foreign("an SQLite database of another program")
    }
    let version = Int(try number("user_version", of: connection))
    guard version <= JournalSchema.version else {
      throw IAPError.iapctl(
        .journalTooNew,
        .madeByNewerVersion(path: path, format: version, known: JournalSchema.version))
    }
    guard version > 0 else {
      throw IAPError.iapctl(
        .journalDamaged, .damaged(path: path, what: "its version is \(version)"))
    }
    return version
  }

  /// Brings an older file to the tables of today, as a whole. An older iapctl that is at work with it
  /// keeps what it relies on: this one has to wait.
  private func migrate(_ connection: Connection) throws {
    try connection.transaction {
      let version = try version(of: connection)
      // Another process may have been faster.
      guard version < JournalSchema.version else { return }
      var runs = JournalRuns(of: self)
      let unended = try connection.all(
        "SELECT id FROM run WHERE ended IS NULL", make: { $0.integer(0) ?? 0 })
      for run in unended where try runs.isAtWork(run) {
        throw IAPError.iapctl(.journalBusy, .journalInOldUse(path: path))
      }
      for step in JournalSchema.migrations[version...] { try step(connection) }
      try connection.execute("PRAGMA user_version = \(JournalSchema.version)")
    }
  }

  private var tooOldToRead: IAPError {
    .iapctl(
      .journalUnreadable,
      .unreadable(
        path: path,
        why: "an older iapctl made it, and it must be converted, but it cannot be written"))
  }

  private func application(of connection: Connection) throws -> Int64 {
    do {
      return try number("application_id", of: connection)
    } catch {
      throw error.isCorruption ? foreign("not an SQLite database") : explain(error)
    }
  }

  private func number(_ pragma: String, of connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.first("PRAGMA \(pragma)", make: { $0.integer(0) ?? 0 }) ?? 0
  }

  private func foreign(_ what: String) -> IAPError {
    .iapctl(.journalForeign, .notAJournal(path: path, what: what))
  }

  // MARK: Making

  /// Makes the file under another name and gives it its own when it is whole: of two who make it at
  /// the same time one does, and both use it.
  private func make() throws(IAPError) {
    try explained {
      let folder = Files.folder(of: path)
      try Files.makeFolders(folder)
      let workshop = try Files.makeTemporaryDirectory(in: folder, prefix: ".journal.new-")
      defer { Files.removeEmptyFolder(workshop) }
      try make(in: workshop + "/journal")
    }
  }

  private func make(in temporary: String) throws {
    defer { for suffix in ["", "-journal", "-wal", "-shm"] { Files.remove(temporary + suffix) } }
    try fill(temporary)
    try publish(temporary)
  }

  private func publish(_ temporary: String) throws(SystemError) {
    do {
      try Files.publish(temporary, as: path)
    } catch {
      // Somebody else was faster.
      guard error.isPresent else { throw error }
    }
  }

  private func fill(_ temporary: String) throws {
    _ = try NewFile(at: temporary)
    let connection = try Connection(path: temporary, access: .readWrite, patience: 0)
    try connection.transaction {
      try connection.execute("PRAGMA application_id = \(JournalSchema.applicationID)")
      for step in JournalSchema.migrations { try step(connection) }
      try connection.execute("PRAGMA user_version = \(JournalSchema.version)")
    }
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint()
  }
}
