import IAPCore
import SQLite
import System

/// The file of a journal, and its troubles in words that a user knows.
///
/// SQLite alone opens it: another who closed it would drop the locks of this process.
struct JournalFile: Sendable {
  private let database: DatabaseFile

  /// The one that all runs know it by, whatever links they come by: the locks go with it.
  var path: String { database.path }

  /// Where each run that is at work has a byte locked.
  var runsPath: String { path + "-runs" }

  /// What was committed and is not in the file itself yet.
  var logPath: String { path + "-wal" }

  init(_ path: String, patience: Duration, stopSignal: @escaping @Sendable () -> Int32?) {
    database = DatabaseFile(
      Files.ownPath(path), JournalSchema.format, patience: patience, stopSignal: stopSignal)
  }

  private init(_ database: DatabaseFile) { self.database = database }

  /// The same file; its folder may have been made meanwhile.
  func resolved() -> JournalFile { JournalFile(database.at(Files.ownPath(path))) }

  /// Opens the file to write; a missing one is made, and its folder.
  func open() throws(IAPError) -> Connection {
    try explained {
      if try !database.isPresent() { try make() }
      return try connect(.readWrite)
    }
  }

  /// Of two who make it at the same time one does, and both use it.
  private func make() throws {
    do {
      try database.make(isPrivate: true)
    } catch DatabaseProblem.present {}
  }

  /// Opens the file to write; nil if there is none.
  func openForWriting() throws(IAPError) -> Connection? {
    try explained { try database.isPresent() ? connect(.readWrite) : nil }
  }

  /// Opens the file to read; nil if there is none. Nothing is made for it but what SQLite needs
  /// beside a file that somebody may be writing.
  func openForReading() throws(IAPError) -> Connection? {
    try explained {
      guard try database.isPresent() else { return nil }
      do {
        return try connect(database.isWritable ? .readWrite : database.readingAccess)
      } catch let error as SQLiteError where error.isUnwritable && !error.isOutOfFiles {
        throw DatabaseProblem.unreadable(error.message)
      }
    }
  }

  private func connect(_ access: Connection.Access) throws -> Connection {
    let connection: Connection
    do {
      connection = try database.connect(access)
    } catch let error as SQLiteError where error.isCorruption {
      throw DatabaseProblem.foreign("not an SQLite database")
    }
    try refuseIfReadable()
    guard access == .readWrite else {
      try database.requireCurrent(connection)
      return connection
    }
    try database.migrate(connection, prepare: requireNoRun)
    try connection.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON
      """)
    guard try connection.first("PRAGMA journal_mode = WAL", make: { $0.text(0) }) == "wal" else {
      throw DatabaseProblem.unwritable("its file system does not support shared memory")
    }
    return connection
  }

  /// A journal that everybody may read is refused; a group may be let in, for whoever changed that
  /// meant it. What is no journal was told from one before.
  private func refuseIfReadable() throws {
    if (try? Files.status(of: path))?.isOpenToAll == true {
      throw IAPError.iapctl(.configuration, .file(path, .journalReadable))
    }
  }

  /// An older iapctl that is at work with the file keeps what it relies on: this one has to wait.
  private func requireNoRun(_ connection: Connection) throws {
    var runs = JournalRuns(of: self)
    let unended = try connection.all(
      "SELECT id FROM run WHERE ended IS NULL", make: { $0.integer(0) ?? 0 })
    for run in unended where try runs.isAtWork(run) {
      throw IAPError.iapctl(.journalBusy, .file(path, .journalInOldUse))
    }
  }

  // MARK: Failures

  /// What `body` answers; its failures are explained.
  ///
  /// - Parameter canStop: whether a request to stop ends its wait for other processes.
  func explained<Answer>(
    canStop: Bool = true, _ body: () throws -> Answer
  ) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch {
      guard let problem = database.problem(of: error, canStop: canStop) else {
        throw error as? IAPError ?? .iapctl(.bug, .bug("\(error)"))
      }
      throw explain(problem)
    }
  }

  private func explain(_ problem: DatabaseProblem) -> IAPError {
    switch problem {
    case .directory: .iapctl(.journalUnreadable, .file(path, .isDirectory))
    case .foreign(let what): .iapctl(.journalForeign, .file(path, .notAJournal(what: what)))
    case .newer(let version, let known):
      .iapctl(.journalTooNew, .file(path, .madeByNewerVersion(format: version, known: known)))
    case .older:
      .iapctl(
        .journalUnreadable,
        .file(
          path,
          .unreadable(
            why: "an older iapctl made it, so it must be converted, but it is not writable")))
    case .damaged(let what): .iapctl(.journalDamaged, .file(path, .damaged(what: what)))
    case .unreadable(let why):
      .iapctl(.journalUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why), .notDurable(let why):
      .iapctl(.journalNotWritten, .file(path, .cannotWrite(why: why)))
    case .busy: .iapctl(.journalBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case .missing, .present: .iapctl(.bug, .bug("the journal is not made twice"))
    case .unexpected(let what): .iapctl(.bug, .bug(what))
    }
  }
}
