import IAPCore
import SQLite
import System

/// The SQLite file of a journal. Its errors are translated for the user.
///
/// Only SQLite may open the file: if other code in this process closed it, the system would drop
/// SQLite's locks.
struct JournalFile: Sendable {
  private let database: DatabaseFile

  /// The path with symbolic links resolved. All runs use the same path, because the lock file is
  /// named after it.
  var path: String { database.path }

  /// The lock file, in which each active run has one byte locked.
  var runsPath: String { path + "-runs" }

  init(_ path: String, patience: Duration, stopSignal: @escaping @Sendable () -> Int32?) {
    database = DatabaseFile(
      Files.ownPath(path), JournalSchema.format, patience: patience, stopSignal: stopSignal)
  }

  private init(_ database: DatabaseFile) { self.database = database }

  /// The same file, with its path resolved again, because its folder may have been created since.
  func resolved() -> JournalFile { JournalFile(database.at(Files.ownPath(path))) }

  /// Opens the file to write. Creates the file and its folder if they are missing.
  func open() throws(IAPError) -> Connection {
    try explained {
      if try !database.isPresent() { try make() }
      return try connect(.readWrite)
    }
  }

  /// If two processes create the file at the same time, one succeeds and both use the result.
  private func make() throws {
    do {
      try database.make(isPrivate: true)
    } catch DatabaseProblem.present {}
  }

  /// Opens the file to write; nil if the file is missing.
  func openForWriting() throws(IAPError) -> Connection? {
    try explained { try database.isPresent() ? connect(.readWrite) : nil }
  }

  /// Opens the file to read; nil if the file is missing. Creates nothing but the files that SQLite
  /// needs next to a database which another process may be writing.
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
      try Self.refuseDamage(connection)
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
    try Self.refuseDamage(connection)
    return connection
  }

  /// How long damage is looked for when a journal is opened. On a machine of 2020 that is enough for
  /// a journal of 300,000 payments.
  private static let checkTime = Duration.seconds(1)

  /// Refuses a damaged journal: in a damaged index, a payment that was consumed is not found, and
  /// would be consumed again. The payments are checked first.
  private static func refuseDamage(_ connection: Connection) throws {
    let end = ContinuousClock.now + checkTime
    for table in ["payment", nil] {
      let time = end - ContinuousClock.now
      guard time > .zero else { return }
      if let problem = try connection.damage(in: table, within: time) {
        throw DatabaseProblem.damaged(problem)
      }
    }
  }

  /// Refuses a journal that all users of the machine can read. Read access for a group is accepted,
  /// because the owner must have given it on purpose. Called after the file is known to be a
  /// journal.
  private func refuseIfReadable() throws {
    if (try? Files.status(of: path))?.isOpenToAll == true {
      throw IAPError.iapctl(.configuration, .file(path, .journalReadable))
    }
  }

  /// Refuses to migrate the file while an older iapctl uses it, because that process relies on the
  /// old format.
  private func requireNoRun(_ connection: Connection) throws {
    var runs = JournalRuns(of: self)
    let unended = try connection.all(
      "SELECT id FROM run WHERE ended IS NULL", make: { $0.integer(0) ?? 0 })
    for run in unended where try runs.isAtWork(run) {
      throw IAPError.iapctl(.journalBusy, .file(path, .journalInOldUse))
    }
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
    case .folderMissing(let folder):
      .iapctl(.journalNotWritten, .file(path, .folderMissing(folder: folder)))
    case .busy: .iapctl(.journalBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case .outOfMemory: .iapctl(.tooLittleMemory, .outOfMemory(path))
    case .missing, .present, .foreignLog:
      .iapctl(.bug, .bug("the journal file is missing or exists already"))
    case .unexpected(let what): .iapctl(.bug, .bug(what))
    }
  }
}

/// The tables of a journal, and the identifier of its file format.
enum JournalSchema {
  /// The application ID is "IAPJ" in ASCII.
  static let format = DatabaseFile.Format(
    applicationID: 0x4941_504A,
    migrations: [{ try $0.execute(first) }, JournalMigration.namePaymentsByServer])

  /// Run numbers are never reused, because they are offsets in the lock file.
  ///
  /// `payment.outcome` is the outcome of the payment over all attempts, `open` the attempt that has
  /// begun and not ended, `latest` the attempt to show. Times are milliseconds since 1970. Prices
  /// are the digits of exact decimals.
  ///
  /// This version identified a payment by the app key too; ``JournalMigration`` removes that.
  private static let first = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      user TEXT NOT NULL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      profile TEXT,
      ticket TEXT,
      began INTEGER NOT NULL,
      ended INTEGER
    ) STRICT;

    CREATE TABLE payment (
      id INTEGER PRIMARY KEY,
      paymentSeq TEXT NOT NULL,
      origin TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      userID TEXT,
      storeCode TEXT,
      productSeq INTEGER,
      price TEXT,
      currency TEXT,
      outcome TEXT CHECK (outcome IN ('consumed', 'already-consumed', 'unknown')),
      isDelivered INTEGER NOT NULL DEFAULT 0 CHECK (isDelivered IN (0, 1)),
      claimedBy INTEGER REFERENCES run (id),
      claimedAt INTEGER,
      open INTEGER REFERENCES attempt (id),
      latest INTEGER REFERENCES attempt (id),
      UNIQUE (paymentSeq, origin, fingerprint),
      CHECK ((claimedBy IS NULL) = (claimedAt IS NULL))
    ) STRICT;

    CREATE INDEX paymentClaimed ON payment (claimedBy) WHERE claimedBy IS NOT NULL;

    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payment (id),
      run INTEGER NOT NULL REFERENCES run (id),
      action TEXT NOT NULL CHECK (action IN ('deliver', 'consume', 'undo')),
      began INTEGER NOT NULL,
      ended INTEGER,
      outcome TEXT CHECK (outcome IN ('done', 'failed',
        'consumed', 'already-consumed', 'refused', 'not-sent', 'unknown', 'skipped')),
      sends INTEGER NOT NULL DEFAULT 0,
      priorUnknown INTEGER NOT NULL DEFAULT 0 CHECK (priorUnknown IN (0, 1)),
      errorDomain TEXT,
      errorCode INTEGER,
      errorName TEXT,
      serverCode INTEGER,
      httpStatus INTEGER,
      message TEXT,
      CHECK ((ended IS NULL) = (outcome IS NULL))
    ) STRICT;

    CREATE INDEX attemptOfPayment ON attempt (payment, id);
    """
}

/// Tells which runs are active. Each active run has one byte of the lock file locked, at the offset
/// of its run number.
///
/// The host name and the process number do not show whether a run is active: a container can change
/// the host name, and the system reuses process numbers. If two machines share the folder but not
/// the locks, SQLite's write-ahead log does not work there either.
struct JournalRuns {
  private let path: String
  private var file: FileLock?
  private var isAlive: [Int64: Bool] = [:]
  private var commands: [Int64: [Int32]] = [:]

  init(of file: JournalFile) { path = file.runsPath }

  /// Locks the byte of a new run.
  static func begin(_ run: Int64, in file: JournalFile) throws(IAPError) -> FileLock {
    do {
      let locks = try FileLock(file.runsPath, like: file.path)
      try locks.lock(run)
      return locks
    } catch {
      throw .iapctl(.journalNotWritten, .file(file.runsPath, .cannotWrite(why: error.text)))
    }
  }

  /// Whether a run that has not recorded its end is active. The result is cached for each run.
  mutating func isAtWork(_ run: Int64) throws(IAPError) -> Bool {
    if let known = isAlive[run] { return known }
    let answer: Bool
    do throws(SystemError) {
      answer = try locks().isLocked(run)
    } catch  where error.isMissing {
      answer = false
    } catch {
      throw .iapctl(.journalUnreadable, .file(path, .unreadable(why: error.text)))
    }
    isAlive[run] = answer
    return answer
  }

  /// The processes of the commands that keep a run at work whose own process has ended. The result is
  /// cached for each run.
  ///
  /// - Parameter process: the process of the run.
  mutating func commands(of run: Int64, process: Int32) -> [Int32] {
    if let known = commands[run] { return known }
    let answer = (try? locks().holders(of: run, besides: process)) ?? []
    commands[run] = answer
    return answer
  }

  private mutating func locks() throws(SystemError) -> FileLock {
    if let file { return file }
    let opened = try FileLock(reading: path)
    file = opened
    return opened
  }
}
