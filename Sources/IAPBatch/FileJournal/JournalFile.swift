import IAPCore
import SQLite
import System

/// The SQLite file of a journal. Its errors are translated for the user.
///
/// Only SQLite may open the file: if other code in this process closed it, the system would drop
/// SQLite's locks.
struct JournalFile: Sendable {
  private let database: DatabaseFile
  private let realTime: @Sendable () -> Instant

  /// The path with symbolic links resolved. All runs use the same path, because the lock file is
  /// named after it.
  var path: String { database.path }

  /// The lock file, in which each active run has one byte locked.
  var runsPath: String { path + "-runs" }

  /// A file that contains the time of the last check for damage.
  private var checkedPath: String { path + "-checked" }

  /// The application ID is "IAPJ" in ASCII.
  private static let format = DatabaseFile.Format(
    applicationID: 0x4941_504A, version: 5,
    make: { connection in
      for table in JournalTables.statements(.file) { try connection.execute(table) }
    })

  init(
    _ path: String, patience: Duration, realTime: @escaping @Sendable () -> Instant,
    stopSignal: @escaping @Sendable () -> Int32?
  ) {
    self.realTime = realTime
    database = DatabaseFile(
      Files.ownPath(path), Self.format, patience: patience, stopSignal: stopSignal)
  }

  private init(_ database: DatabaseFile, like other: JournalFile) {
    (self.database, realTime) = (database, other.realTime)
  }

  /// The same file, with its path resolved again, because its folder may have been created since.
  func resolved() -> JournalFile { JournalFile(database.at(Files.ownPath(path)), like: self) }

  /// Opens the file to write. Creates the file and its folder if they are missing.
  func open() throws(IAPError) -> Connection {
    try explained {
      if try !database.isPresent() {
        // If two processes create the file at the same time, one succeeds and both use the result.
        do {
          try database.make(isPrivate: true)
        } catch DatabaseProblem.present {}
      }
      return try connect(.readWrite)
    }
  }

  /// Opens the file to write; nil if the file is missing.
  func openForWriting() throws(IAPError) -> Connection? {
    try explained { try database.isPresent() ? connect(.readWrite) : nil }
  }

  /// Throws if the missing file could not be made.
  func checkMakeable() throws(IAPError) { try explained { try database.checkMakeable() } }

  /// Opens the file to read; nil if the file is missing. Creates nothing but the files that SQLite
  /// needs next to a database which another process may be writing.
  func openForReading() throws(IAPError) -> Connection? {
    try explained {
      guard try database.isPresent() else { return nil }
      do {
        return try connect(database.isWritable ? .readWrite : database.readingAccess)
      } catch let error as SQLiteError
        where error.isUnwritable && !error.isOutOfFiles && !error.isFull
      {
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
    let status = try? Files.status(of: path)
    // Read access for a group is accepted, because the owner must have given it on purpose.
    guard status?.isOpenToAll != true else {
      throw IAPError.iapctl(.configuration, .file(path, .journalReadable))
    }
    // SQLite would keep a log and locks for each name, and two runs would claim the same payments.
    guard status?.hasOtherNames != true else {
      throw DatabaseProblem.unwritable("it has a second name (a hard link); use one name only")
    }
    guard !Files.isMounted(path) else {
      throw DatabaseProblem.unwritable("it is mounted without its folder; mount the folder instead")
    }
    guard access == .readWrite else {
      try refuseDamage(connection)
      return connection
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON
      """)
    guard try connection.first("PRAGMA journal_mode = WAL", make: { $0.text(0) }) == "wal" else {
      throw DatabaseProblem.unwritable("its file system does not support shared memory")
    }
    try refuseDamage(connection)
    return connection
  }

  /// How long damage is looked for when a journal is opened. On a machine of 2020 that is enough for
  /// a journal of 300,000 payments.
  private static let checkTime = Duration.seconds(1)

  /// A journal of at most this size is checked each time it is opened, which takes some milliseconds.
  /// A larger one is checked once a day.
  private static let alwaysChecked: Int64 = 1 << 20
  private static let checkInterval = Duration.seconds(86_400)
  /// The most bytes of the file with the time of the last check.
  private static let longestTime = 100

  /// Refuses a damaged journal: in a damaged index, a payment that was consumed is not found, and
  /// would be consumed again. The payments are checked first.
  private func refuseDamage(_ connection: Connection) throws {
    guard database.size <= Self.alwaysChecked || !wasCheckedToday else { return }
    let end = ContinuousClock.now + Self.checkTime
    for table in ["payment", nil] {
      let time = end - ContinuousClock.now
      guard time > .zero else { break }
      if let problem = try connection.damage(in: table, within: time) {
        throw DatabaseProblem.damaged(problem)
      }
    }
    // If the folder cannot be written, the journal is checked the next time again.
    guard database.size > Self.alwaysChecked else { return }
    try? Files.replace(checkedPath, by: Array(realTime().description.utf8))
  }

  private var wasCheckedToday: Bool {
    guard let bytes = try? Files.read(checkedPath, limit: Self.longestTime),
      let text = String(validating: bytes, as: UTF8.self), let checked = Instant(text)
    else { return false }
    let now = realTime().milliseconds
    return checked.milliseconds <= now
      && now - checked.milliseconds < Self.checkInterval.components.seconds * 1000
  }

  // MARK: Failures

  /// Runs `body` and translates its errors for the user.
  ///
  /// - Parameter canStop: whether a stop signal ends the wait for other processes.
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
    case .older(let version, let known):
      .iapctl(.journalUnreadable, .file(path, .madeByOlderVersion(format: version, known: known)))
    case .damaged(let what): .iapctl(.journalDamaged, .file(path, .damaged(what: what)))
    case .unreadable(let why):
      .iapctl(.journalUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why), .notDurable(let why):
      .iapctl(.journalNotWritten, .file(path, .cannotWrite(why: why)))
    case .folderMissing(let folder):
      .iapctl(.journalNotWritten, .file(path, .folderMissing(folder: folder)))
    case .busy: .iapctl(.journalBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: path)))
    case .outOfMemory: .iapctl(.tooLittleMemory, .outOfMemory(path))
    case .missing, .present, .foreignLog:
      .iapctl(.bug, .bug("the journal file is missing or exists already"))
    case .unexpected(let what): .iapctl(.bug, .bug(what))
    }
  }
}
