import IAPCore
import Platform
import SQLite

/// The file of a journal: made, told from any other, opened, and its troubles put into words that a
/// user knows.
struct JournalFile: Sendable {
  /// The one that all runs know it by, whatever links they come by: the locks go with it.
  let path: String
  /// How long to wait for the locks of others, in milliseconds.
  let patience: Int32

  /// Where each run that is at work has a byte locked.
  var runsPath: String { path + "-runs" }

  init(_ path: String, patience: Duration) {
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

  /// The same file; its folder may have been made meanwhile.
  func resolved() -> JournalFile { JournalFile(path: Files.ownPath(path), patience: patience) }

  private init(path: String, patience: Int32) { (self.path, self.patience) = (path, patience) }

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
  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch {
      throw explain(error)
    }
  }

  private func explain(_ error: any Error) -> IAPError {
    switch error {
    case let error as IAPError: error
    case let error as SQLiteError where error.isBusy:
      .iapctl(.journalBusy, .lockedByOthers(path: path))
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
    let connection = try Connection(path: path, access: access, patience: patience)
    try check(connection)
    try refuseIfReadable()
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

  private func check(_ connection: Connection) throws {
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
    try Files.makeOwn(temporary)
    let connection = try Connection(path: temporary, access: .readWrite, patience: 0)
    try connection.transaction {
      try connection.execute("PRAGMA application_id = \(JournalSchema.applicationID)")
      for step in JournalSchema.migrations { try connection.execute(step) }
      try connection.execute("PRAGMA user_version = \(JournalSchema.version)")
    }
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint()
  }
}
