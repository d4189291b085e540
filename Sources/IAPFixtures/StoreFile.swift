import IAPCore
import SQLite

/// A fixture store's file. It turns failures of the database into errors that name the store.
struct StoreFile: Sendable {
  private let database: DatabaseFile

  private(set) var isWritable = true

  var path: String { database.path }

  /// In bytes. A store up to this size is checked for damage as a whole before it is used. That
  /// takes less time than opening it, and finds damage before anything is written. Damage in
  /// a larger store is found by `store check`, or when the damaged page is read.
  private static let largestReadWhole: Int64 = 1 << 20

  /// Checks that the file exists. It changes nothing.
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

  /// Opens the file, migrates an older one and refuses a newer one.
  ///
  /// - Parameter isForCheck: if true, damage is not looked for; the caller does that.
  func open(isForCheck: Bool) throws(IAPError) -> Connection {
    do {
      let connection = try database.connect(isWritable ? .readWrite : database.readingAccess)
      // A small cache: the system caches the file too, and a long list must not fill memory with
      // pages. A list of a million payments that were not stored by time returns to 300 pages; with
      // fewer, it reads each page again and takes a third longer.
      try connection.execute(
        """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
        PRAGMA cache_size = -1750
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

  /// Opens the file read-only. An older one is refused, because migrating it would change it.
  func openForCompletion() throws -> Connection {
    let connection = try database.connect(database.readingAccess)
    try database.requireCurrent(connection)
    return connection
  }

  /// A copy of the database that only this process sees.
  func privateCopy(of connection: Connection) throws -> Connection {
    let copy = try database.privateCopy(of: connection)
    try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = ON")
    return copy
  }

  /// Creates a file in one step: it appears at the path only after `fill` has succeeded.
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

  /// Throws an error that names the store if its file cannot be written.
  func requireWritable() throws(IAPError) {
    guard isWritable else {
      throw .iapctl(.storeReadOnly, .file(path, .cannotWrite(why: "it is read-only")))
    }
  }

  private func refuseDamage(_ connection: Connection) throws {
    let problem = try connection.first("PRAGMA integrity_check(1)", make: { $0.text(0) }) ?? nil
    if let problem, problem != "ok" {
      throw DatabaseProblem.damaged(problem.split(separator: "\n").last.map(String.init) ?? problem)
    }
  }

  // MARK: Failures

  /// The error for a change that failed. If COMMIT failed, the change may have been made, so its
  /// outcome is `unknown`.
  func explain(change error: any Error) -> IAPError {
    if let error = error as? SQLiteError, error.mayHaveCommitted {
      return .commitFailed(path: path, why: error.message)
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

/// A store at one instant, inside one transaction. Its extensions are the rules of IAP, one file
/// for each operation.
struct StoreSession {
  let connection: Connection
  let now: Instant
  /// Numbers that must not be generated although no row has them yet: those of the seed being
  /// loaded.
  var reserved = NumberSet()
  /// What is known of the numbers in the store; nil if each generated number is looked up.
  var known: KnownNumbers?

  /// The table `store`, which every operation reads.
  struct Settings {
    var appKey: Secret
    var appSeq: Int64
    /// Nil if the store follows the real time.
    var clock: Instant?
  }

  static func settings(of connection: Connection) throws -> Settings {
    let settings = try connection.first("SELECT appKey, appSeq, clock FROM store WHERE id = 1") {
      Settings(
        appKey: Secret($0.text("appKey") ?? ""), appSeq: $0.integer("appSeq") ?? 0,
        clock: $0.integer("clock").map(Instant.init))
    }
    guard let settings else {
      throw DatabaseProblem.damaged("it has no settings")
    }
    return settings
  }

  /// The tables and the conditions of an operation, without those on the market.
  struct Scope {
    /// A FROM clause with the table `product`.
    let source: String
    var filter = Filter()

    static let products = Scope(source: "product")
    static let purchases = Scope(
      source: "purchase JOIN product ON product.id = purchase.productID")
    static let receipts = Scope(source: "receipt JOIN product ON product.id = receipt.productID")
    static let deferrals = Scope(
      source: "deferral JOIN product ON product.id = deferral.productID")

    func requiring(_ condition: String, _ values: Value...) -> Scope {
      var scope = self
      scope.filter.require(condition, values)
      return scope
    }
  }

  /// An error for each market that is switched off. If `markets` is empty, only the markets in
  /// which the operation would have found something count.
  func failures(of markets: [StoreCode], in scope: Scope?) throws -> [MarketFailure] {
    try failuresOfMarkets().filter { failure in
      guard markets.isEmpty else { return markets.contains(failure.market) }
      guard let rows = scope?.requiring("product.storeCode = ?", .text(failure.market.text))
      else { return false }
      return try connection.first(
        "SELECT 1 FROM \(rows.source) \(rows.filter.clause) LIMIT 1", rows.filter.values,
        make: { _ in true }) ?? false
    }
  }

  /// An error for each market that is switched off.
  func failuresOfMarkets() throws -> [MarketFailure] {
    try switchedOff().map { MarketFailure($0, .iap(.storeNotAvailable, .marketSwitchedOff($0))) }
  }

  private func switchedOff() throws -> [StoreCode] {
    try connection.all("SELECT storeCode FROM market WHERE available = 0 ORDER BY id") {
      StoreCode($0.text(0) ?? "")
    }
  }

  /// True if at least one of `markets` is switched on. An empty list means all markets.
  func isAnyAvailable(of markets: [StoreCode]) throws -> Bool {
    let off = try switchedOff()
    if !markets.isEmpty { return markets.contains { !off.contains($0) } }
    let known = try connection.all(
      "SELECT storeCode FROM market UNION SELECT storeCode FROM product"
    ) { StoreCode($0.text(0) ?? "") }
    return known.isEmpty || known.contains { !off.contains($0) }
  }

  /// Throws if a market is switched off.
  func requireAvailable(_ market: StoreCode) throws {
    if let failure = try failures(of: [market], in: nil).first { throw failure.error }
  }
}

/// The conditions of a query and their values. They are built step by step.
struct Filter {
  private(set) var conditions: [String] = []
  private(set) var values: [Value] = []

  mutating func require(_ condition: String, _ values: Value...) { require(condition, values) }

  /// Adds a condition; `values` are bound to its `?` in order.
  mutating func require(_ condition: String, _ values: [Value]) {
    conditions.append(condition)
    self.values += values
  }

  /// Requires one of the markets, or any market if the list is empty. Markets that are switched off
  /// are excluded.
  mutating func require(markets: [StoreCode]) {
    require("product.storeCode", oneOf: markets.map(\.text))
    require(Self.isSwitchedOn)
  }

  /// Whether the market of a product is switched on.
  static let isSwitchedOn =
    "product.storeCode NOT IN (SELECT storeCode FROM market WHERE available = 0)"

  /// Requires one of the values. Adds no condition if there are no values.
  mutating func require(_ column: String, oneOf values: [String]) {
    guard !values.isEmpty else { return }
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    conditions.append("\(column) IN (\(places))")
    self.values += values.map(Value.text)
  }

  /// Requires that a column begins with the bytes of a text.
  mutating func require(_ column: String, beginning: String) {
    let (lowest, highest) = Self.range(beginning: beginning)
    require("\(column) >= ? AND \(column) < ?", .text(lowest), .text(highest))
  }

  /// The range of texts that begin with a text: from the first value to before the second. No
  /// character comes after U+10FFFF.
  static func range(beginning: String) -> (from: String, to: String) {
    (beginning, beginning + "\u{10FFFF}")
  }

  /// `WHERE a = ? AND b = ?`, or empty without conditions.
  var clause: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }
}
