import IAPCore
import SQLite
import System

/// A fixture store's file: told from any other before SQLite touches it, opened, and its troubles
/// put into words that a user knows.
struct StoreFile: Sendable {
  let path: String
  private let options: FixtureStore.Options

  /// Whether it takes what is written: it, and the files that stand beside it meanwhile. A file
  /// without any write permission does not, for root either: whoever took it away meant it.
  let isWritable: Bool
  /// In bytes.
  private let size: Int64

  /// A store up to this size is read whole before it is used: that takes less than opening it, and
  /// damage in one place is found before something is written in another. A larger one is looked
  /// at by `store check`, and where it is used.
  private static let largestReadWhole: Int64 = 1 << 20

  /// Looks at the file without changing it.
  init(existing path: String, options: FixtureStore.Options) throws(IAPError) {
    let status = try Self.status(of: path)
    guard !status.isDirectory else { throw .iapctl(.storeIsDirectory, .file(path, .isDirectory)) }
    guard status.isRegular else {
      throw .iap(.notInitialized, .file(path, .notAStore(what: "not a regular file")))
    }
    self.init(
      path: path, options: options,
      isWritable: status.hasWritePermission && Files.isWritable(path)
        && (Files.isWritable(Files.folder(of: path)) || Files.isWritable(path + "-shm")),
      size: status.size)
    try checkHeader()
  }

  private init(
    path: String, options: FixtureStore.Options, isWritable: Bool, size: Int64 = 0
  ) {
    (self.path, self.options, self.isWritable) = (path, options, isWritable)
    self.size = size
  }

  /// Opens the file, brings an older one up to date and refuses a newer one.
  ///
  /// - Parameter isForCheck: leaves it to the caller to look for damage.
  func open(isForCheck: Bool) throws(IAPError) -> Connection {
    do {
      let connection = try Connection(
        path: path, access: access, patience: options.patienceInMilliseconds,
        isStopped: options.isStopped)
      // A small cache: the system has one too, and a long list must not fill memory with pages.
      try connection.execute(
        """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
        PRAGMA cache_size = -512
        """)
      if !isForCheck, size <= Self.largestReadWhole { try refuseDamage(connection) }
      try migrate(connection)
      return connection
    } catch {
      throw explain(error)
    }
  }

  /// Opens the file for a look that changes nothing; an older one is refused, for it would have to
  /// be brought up to date.
  func openForGlance() throws -> Connection {
    // A read-only connection leaves files beside the database, unless it is told that nobody
    // writes. Where somebody does, their files are there already.
    let log = try? Files.status(of: path + "-wal")
    let connection = try Connection(
      path: path, access: (log?.size ?? 0) > 0 ? .readOnly : .immutable,
      patience: options.patienceInMilliseconds, isStopped: options.isStopped)
    guard try version(of: connection) == Schema.version else {
      throw IAPError.iapctl(
        .storeReadOnly,
        .file(
          path,
          .cannotWrite(
            why: "an older iapctl made it, so it must be converted, but it is not writable")))
    }
    return connection
  }

  /// A private copy of what a connection shows, which ends with the process and is written
  /// nowhere.
  func privateCopy(of connection: Connection) throws(IAPError) -> Connection {
    do {
      let copy = try Connection(
        path: "", access: .create, patience: 0, isStopped: options.isStopped)
      try copy.copy(from: connection)
      try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = ON")
      return copy
    } catch {
      throw explain(error)
    }
  }

  /// Makes a new file under a temporary name, lets `fill` fill it, and gives it its name.
  ///
  /// Whatever happens on the way, nothing stands at `path` that is not a whole store.
  static func create(
    _ path: String, options: FixtureStore.Options, fill: (Connection) throws -> Void
  ) throws(IAPError) {
    if (try? Files.status(of: path)) != nil {
      throw .iapctl(.storeExists, .file(path, .existsAlready))
    }
    let folder = Files.folder(of: path)
    guard (try? Files.status(of: folder))?.isDirectory == true else {
      throw .iapctl(
        .storeNotWritten, .file(path, .cannotWrite(why: "there is no folder \(folder)")))
    }
    let file = StoreFile(path: path, options: options, isWritable: true)
    let workshop = try makeWorkshop(for: path, in: folder)
    let temporary = workshop + "/store"
    defer {
      for suffix in ["", "-journal", "-wal", "-shm"] { Files.remove(temporary + suffix) }
      Files.removeEmptyFolder(workshop)
    }
    do {
      // Nobody else can see the file yet: it needs no journal until it is whole.
      let connection = try Connection(
        path: temporary, access: .create, patience: 0, isStopped: options.isStopped)
      try connection.execute(
        """
        PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        PRAGMA foreign_keys = ON
        """)
      try connection.transaction {
        try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
        try file.upgrade(connection, from: 0)
        try fill(connection)
      }
      try connection.execute("PRAGMA journal_mode = WAL")
      try connection.checkpoint()
    } catch {
      throw file.explain(error)
    }
    do {
      try Files.publish(temporary, as: path)
    } catch  where error.isPresent {
      throw .iapctl(.storeExists, .file(path, .existsAlready))
    } catch  where error.isAfterEffect {
      throw .notDurable(path: path, why: error.text)
    } catch  where error.isOutOfFiles {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles(folder))
    } catch {
      throw .iapctl(.storeNotWritten, .file(path, .cannotWrite(why: error.text)))
    }
  }

  /// A folder beside the store's place that nobody else works in, whatever their process number.
  private static func makeWorkshop(
    for path: String, in folder: String
  ) throws(IAPError) -> String {
    do {
      let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
      return try Files.makeTemporaryDirectory(in: folder, prefix: "\(name ?? "store").new-")
    } catch {
      throw .iapctl(.storeNotWritten, .file(path, .cannotWrite(why: error.text)))
    }
  }

  /// Refuses a change of a file that takes none.
  func requireWritable() throws(IAPError) {
    guard isWritable else {
      throw .iapctl(.storeReadOnly, .file(path, .cannotWrite(why: "it is read-only")))
    }
  }

  /// What a failure of SQLite means for a change that was asked for: it may have been made although
  /// its COMMIT failed.
  func explain(change error: any Error) -> IAPError {
    if let error = error as? SQLiteError, error.mayHaveCommitted {
      return .commitFailed(path: path, why: error.message)
    }
    return explain(error)
  }

  /// What a failure of SQLite means for somebody who knows the path only. Nothing that was asked
  /// for was changed.
  func explain(_ error: any Error) -> IAPError {
    switch error {
    case let error as IAPError: error
    case let error as SQLiteError where error.isBusy || error.isInterrupted:
      if let signal = options.stopSignal() {
        .iapctl(.interrupted, .stopped(signal: signal))
      } else {
        .iapctl(.storeBusy, .file(path, .lockedByOthers))
      }
    case StoreFailure.inconsistent(let what):
      .iapctl(.storeDamaged, .file(path, .damaged(what: what)))
    case let error as SQLiteError
    where error.isCorruption || error.isForeignSchema || error.isConstraint:
      .iapctl(.storeDamaged, .file(path, .damaged(what: error.message)))
    case let error as SQLiteError where error.isOutOfFiles:
      .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case let error as SQLiteError where error.isUnwritable:
      .iapctl(.storeNotWritten, .file(path, .cannotWrite(why: error.message)))
    case let error as SQLiteError:
      .iapctl(.bug, .bug("SQLite \(error.code): \(error.message)"))
    default: .iapctl(.bug, .bug("\(error)"))
    }
  }

  /// A read-only database in WAL mode needs a file beside it, unless it is told that nobody
  /// writes; which holds while there is no log to be read.
  private var access: Connection.Access {
    guard !isWritable else { return .readWrite }
    let log = try? Files.status(of: path + "-wal")
    return (log?.size ?? 0) > 0 ? .readOnly : .immutable
  }

  private static func status(of path: String) throws(IAPError) -> FileStatus {
    do {
      return try Files.status(of: path)
    } catch  where error.isMissing {
      throw .iapctl(.storeMissing, .file(path, .missing))
    } catch {
      throw .iapctl(.storeUnreadable, .file(path, .unreadable(why: error.text)))
    }
  }

  /// The 100 bytes that begin every SQLite file tell its application and version.
  private func checkHeader() throws(IAPError) {
    let header: [UInt8]
    do {
      header = Array(try Files.read(path, limit: 99).prefix(100))
    } catch  where error.isOutOfFiles {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    } catch {
      throw .iapctl(.storeUnreadable, .file(path, .unreadable(why: error.text)))
    }
    func number(at offset: Int) -> Int64 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    func refusal(_ what: String) -> IAPError {
      .iap(.notInitialized, .file(path, .notAStore(what: what)))
    }
    guard !header.isEmpty else { throw refusal("an empty file") }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw refusal("not an SQLite database")
    }
    guard number(at: 68) == Schema.applicationID else {
      throw refusal("an SQLite database of another program")
    }
    try checkVersion(Int(number(at: 60)))
  }

  private func checkVersion(_ version: Int) throws(IAPError) {
    guard version <= Schema.version else {
      throw .iapctl(
        .storeTooNew,
        .file(path, .madeByNewerVersion(format: version, known: Schema.version)))
    }
    guard version > 0 else {
      throw .iapctl(.storeDamaged, .file(path, .damaged(what: "invalid version \(version)")))
    }
  }

  private func refuseDamage(_ connection: Connection) throws {
    let verdict = try connection.first("PRAGMA integrity_check(1)", make: { $0.text(0) })
    if let problem = verdict ?? nil, problem != "ok" {
      let line = problem.split(separator: "\n").last.map(String.init) ?? problem
      throw IAPError.iapctl(.storeDamaged, .file(path, .damaged(what: line)))
    }
  }

  private func migrate(_ connection: Connection) throws {
    try checkVersion(try version(of: connection))
    guard try version(of: connection) < Schema.version else { return }
    guard isWritable else {
      throw IAPError.iapctl(
        .storeReadOnly,
        .file(
          path,
          .cannotWrite(
            why: "an older iapctl made it, so it must be converted, but it is not writable")))
    }
    try connection.transaction { try upgrade(connection, from: try version(of: connection)) }
  }

  private func version(of connection: Connection) throws -> Int {
    Int(try connection.first("PRAGMA user_version", make: { $0.integer(0) ?? 0 }) ?? 0)
  }

  private func upgrade(_ connection: Connection, from version: Int) throws {
    for step in Schema.migrations.dropFirst(version) { try connection.execute(step) }
    try connection.execute("PRAGMA user_version = \(Schema.version)")
  }
}
