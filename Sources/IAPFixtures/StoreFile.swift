import IAPCore
import SQLite

/// A fixture store's file, and its troubles in words that a user knows.
struct StoreFile: Sendable {
  private let database: DatabaseFile

  /// Whether it takes what is written.
  private(set) var isWritable = true

  var path: String { database.path }

  /// A store up to this size is read whole before it is used: that takes less than opening it, and
  /// damage in one place is found before something is written in another. A larger one is looked
  /// at by `store check`, and where it is used.
  private static let largestReadWhole: Int64 = 1 << 20

  /// Looks at the file without changing it.
  init(existing path: String, options: FixtureStore.Options) throws(IAPError) {
    self.init(path, options)
    do {
      guard try database.isPresent() else { throw DatabaseProblem.missing }
      try database.checkHeader()
      isWritable = database.isWritable
    } catch {
      throw explain(error)
    }
  }

  private init(_ path: String, _ options: FixtureStore.Options) {
    database = DatabaseFile(
      path, Schema.format, patience: options.patience, stopSignal: options.stopSignal)
  }

  /// Opens the file, brings an older one up to date and refuses a newer one.
  ///
  /// - Parameter isForCheck: leaves it to the caller to look for damage.
  func open(isForCheck: Bool) throws(IAPError) -> Connection {
    do {
      let connection = try database.connect(isWritable ? .readWrite : database.readingAccess)
      // A small cache: the system has one too, and a long list must not fill memory with pages.
      try connection.execute(
        """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
        PRAGMA cache_size = -512
        """)
      if !isForCheck, database.size <= Self.largestReadWhole { try refuseDamage(connection) }
      if isWritable {
        try database.migrate(connection)
      } else {
        try database.requireCurrent(connection)
      }
      return connection
    } catch {
      throw explain(error)
    }
  }

  /// Opens the file for a look that changes nothing; an older one is refused, for it would have to
  /// be brought up to date.
  func openForGlance() throws -> Connection {
    let connection = try database.connect(database.readingAccess)
    try database.requireCurrent(connection)
    return connection
  }

  /// A private copy of what a connection shows.
  func privateCopy(of connection: Connection) throws -> Connection {
    let copy = try database.privateCopy(of: connection)
    try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = ON")
    return copy
  }

  /// Makes a new file, whole or not at all, and lets `fill` fill it.
  static func create(
    _ path: String, options: FixtureStore.Options, fill: (Connection) throws -> Void
  ) throws(IAPError) {
    let file = StoreFile(path, options)
    do {
      try file.database.make(isPrivate: false, fill: fill)
    } catch {
      throw file.explain(error)
    }
  }

  /// Refuses a change of a file that takes none.
  func requireWritable() throws(IAPError) {
    guard isWritable else {
      throw .iapctl(.storeReadOnly, .file(path, .cannotWrite(why: "it is read-only")))
    }
  }

  private func refuseDamage(_ connection: Connection) throws {
    let verdict = try connection.first("PRAGMA integrity_check(1)", make: { $0.text(0) })
    if let problem = verdict ?? nil, problem != "ok" {
      throw DatabaseProblem.damaged(problem.split(separator: "\n").last.map(String.init) ?? problem)
    }
  }

  // MARK: Failures

  /// What a failure means for a change that was asked for: it may have been made although its COMMIT
  /// failed.
  func explain(change error: any Error) -> IAPError {
    if let error = error as? SQLiteError, error.mayHaveCommitted {
      return .commitFailed(path: path, why: error.message)
    }
    return explain(error)
  }

  /// What a failure means for somebody who knows the path only. Nothing that was asked for was
  /// changed.
  func explain(_ error: any Error) -> IAPError {
    guard let problem = database.problem(of: error) else {
      return error as? IAPError ?? .iapctl(.bug, .bug("\(error)"))
    }
    return switch problem {
    case .missing: .iapctl(.storeMissing, .file(path, .missing))
    case .directory: .iapctl(.storeIsDirectory, .file(path, .isDirectory))
    case .foreign(let what): .iap(.notInitialized, .file(path, .notAStore(what: what)))
    case .newer(let version, let known):
      .iapctl(.storeTooNew, .file(path, .madeByNewerVersion(format: version, known: known)))
    case .older:
      .iapctl(
        .storeReadOnly,
        .file(
          path,
          .cannotWrite(
            why: "an older iapctl made it, so it must be converted, but it is not writable")))
    case .damaged(let what): .iapctl(.storeDamaged, .file(path, .damaged(what: what)))
    case .unreadable(let why): .iapctl(.storeUnreadable, .file(path, .unreadable(why: why)))
    case .unwritable(let why): .iapctl(.storeNotWritten, .file(path, .cannotWrite(why: why)))
    case .present: .iapctl(.storeExists, .file(path, .existsAlready))
    case .notDurable(let why): .notDurable(path: path, why: why)
    case .busy: .iapctl(.storeBusy, .file(path, .lockedByOthers))
    case .stopped(let signal): .iapctl(.interrupted, .stopped(signal: signal))
    case .outOfFiles: .iapctl(.tooManyOpenFiles, .outOfFiles(path))
    case .unexpected(let what): .iapctl(.bug, .bug(what))
    }
  }
}
