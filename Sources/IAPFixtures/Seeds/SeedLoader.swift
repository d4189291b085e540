import IAPCore
import JSON
import SQLite

/// Adds a seed to a store. Rows that exist with the same values are accepted. A contradiction is
/// refused with its place in the seed. The caller's transaction makes it all or nothing.
final class SeedLoader {
  let session: StoreSession
  let seed: SeedText
  let numberCache: NumberCache
  /// The number of elements that have added or changed something, by their lists.
  private var added: [String: Int] = [:]
  /// The last product number that was generated below the given ones, because no number is left above
  /// them.
  private var lastFilled = firstProductSeq
  /// The products that were looked up, by their market. They do not change after the products of the
  /// seed are loaded.
  private var products: [StoreCode: [Identifier: ProductRow]] = [:]
  private static let mostProductsOfMarket = 1000
  /// Where generated product numbers begin.
  private static let firstProductSeq: Int64 = 1_000_000

  var connection: Connection { session.connection }

  /// Loads a seed into a store that may have rows already.
  ///
  /// - Parameter report: is called with the number of loaded elements of a list; with nil at the end.
  /// - Returns: the number of elements that have added or changed something, by their lists.
  static func load(
    _ seed: SeedText, into connection: Connection, realTime: Instant,
    _ report: @escaping @Sendable (_ done: Int?) -> Void
  ) throws -> [String: Int] {
    try seed.reading {
      try applySettings(of: seed, in: connection)
      let settings = try StoreSession.settings(of: connection)
      let loader = SeedLoader(seed, into: connection, settings, realTime: realTime, report)
      defer { report(nil) }
      try loader.each(.markets) { try loader.merge($0, named: $0.text("storeCode") ?? "") }
      try loader.each(.products, loader.loadProduct)
      try loader.each(.users, loader.loadUser)
      let purchases = try loader.loadPurchases()
      try loader.each(.transactions, loader.loadTransaction)
      try purchases.addReceipts()
      try loader.each(.deferred, loader.loadDeferral)
      try loader.loadFaults()
      try loader.loadEvents()
      return loader.added
    }
  }

  private init(
    _ seed: SeedText, into connection: Connection, _ settings: StoreSession.Settings,
    realTime: Instant, _ report: @escaping @Sendable (_ done: Int?) -> Void
  ) {
    self.seed = seed
    numberCache = NumberCache(appKey: settings.appKey, firstReserved: seed.firstRun)
    session = StoreSession(
      connection: connection, now: settings.clock ?? realTime, numberCache: numberCache,
      report: report)
  }

  /// Loads each element of a list, and adds its place to a problem: `products[3]`.
  func each(_ list: SeedList, _ load: (SeedRecord) throws -> Void) throws {
    var index = 0
    try seed.each(list) { element in
      if index % 256 == 0 {
        try connection.requireNotStopped()
        session.report(index)
      }
      let changes = connection.totalChanges
      do {
        try load(element)
      } catch let contradiction as Contradiction {
        throw contradiction.problem(at: "\(list.name)[\(index)]")
      } catch let error as SQLiteError where error.isConstraint {
        throw Contradiction(of: error).problem(at: "\(list.name)[\(index)]")
      }
      if connection.totalChanges != changes { added[list.name, default: 0] += 1 }
      index += 1
    }
  }

  /// A value of the seed that contradicts an existing row.
  struct Contradiction: Error {
    let key: String
    let what: String

    init(key: String, what: String) {
      self.key = key
      self.what = what
    }

    /// From a violated rule of the schema: "UNIQUE constraint failed: product.productSeq" names the
    /// column.
    init(of error: SQLiteError) {
      let parts = error.message.split(separator: " ")
      let column = parts.last?.split(separator: ".").last.map(String.init) ?? ""
      let isRepeated = parts.first == "UNIQUE"
      key = isRepeated ? column : ""
      what = isRepeated ? "already exists" : "breaks a rule of the store: \(error.message)"
    }

    func problem(at location: String) -> JSONProblem {
      JSONProblem(place: key.isEmpty ? location : "\(location).\(key)", problem: what)
    }
  }

  // MARK: Settings

  private static func applySettings(of seed: SeedText, in connection: Connection) throws {
    let given = seed.settings.columns().filter { $0.given != nil && $0.name != "format" }
    if try isEmpty(connection) {
      for column in given {
        try connection.run("UPDATE store SET \(column.name) = ?", [column.inserted])
      }
      return
    }
    for column in given {
      let present = try connection.first(
        "SELECT \(column.name) FROM store", make: { $0.value(0) })
      if let present, column.contradicts(present) {
        throw JSONProblem(
          place: column.key, problem: "contradicts the store, which is not empty")
      }
    }
  }

  private static func isEmpty(_ connection: Connection) throws -> Bool {
    let union = SeedList.all.map { "SELECT 1 FROM \($0.table)" }.joined(separator: " UNION ALL ")
    return try !connection.finds(union + " LIMIT 1")
  }

  // MARK: Rows

  /// Inserts the row of an element, or compares it with the existing one.
  ///
  /// - Parameters:
  ///   - name: the name of the row for messages: `product gem`.
  ///   - product: the row of the product to which the element refers.
  func merge(_ new: SeedRecord, named name: String, sold product: Int64? = nil) throws {
    let columns = new.columns(sold: product)
    let identity = columns.filter { new.list.identity.contains($0.key) }
    try merge(columns, into: new.list.table, identity, named: name)
  }

  private func merge(
    _ columns: [SeedRecord.Column], into table: String, _ identity: [SeedRecord.Column],
    named name: String
  ) throws {
    let isFound = try refuseContradictions(
      columns, named: name,
      with: "FROM \(table) WHERE \(identity.map { "\($0.name) = ?" }.joined(separator: " AND "))",
      identity.map(\.inserted))
    if !isFound {
      try connection.insert(into: table, columns.map { ($0.name, $0.inserted) })
    }
  }

  /// Compares what a seed gives with the row that a query finds.
  ///
  /// - Returns: false if there is no row.
  @discardableResult
  func refuseContradictions(
    _ columns: [SeedRecord.Column], named name: String, with query: String, _ values: [Value]
  ) throws -> Bool {
    let given = columns.filter { $0.given != nil }
    let present = try connection.first(
      "SELECT \((["1"] + given.map(\.name)).joined(separator: ", ")) \(query)", values
    ) { row in given.indices.map { row.value(Int32($0 + 1)) } }
    guard let present else { return false }
    for (column, value) in zip(given, present) where column.contradicts(value) {
      throw Contradiction(key: column.key, what: "contradicts the \(name) in the store")
    }
    return true
  }

  private func loadUser(_ user: SeedRecord) throws {
    let name = user.text("userID") ?? ""
    try merge(user, named: name)
    let limits = try user.text("monthlyLimit").map { try JSONValue(parsing: Array($0.utf8)) }
    for limit in limits?.members ?? [] {
      let identity = [
        SeedRecord.Column("userID", .text(name)), SeedRecord.Column("currency", .text(limit.name)),
      ]
      let amount = SeedRecord.Column(
        "monthlyLimit.\(limit.name)", name: "amount", .text(limit.value.digits))
      try merge(identity + [amount], into: "monthlyLimit", identity, named: name)
    }
  }

  // MARK: Products

  private func loadProduct(_ given: SeedRecord) throws {
    let (name, market) = (Identifier(given.text("productIdentifier") ?? ""), market(of: given))
    var new = given
    if new["productSeq"] == nil, try session.product(name, in: market) == nil {
      new["productSeq"] = .integer(try nextProductSeq())
    }
    try merge(new, named: name.text)
  }

  /// The number after the greatest one. If no number is left above it, the first free one.
  private func nextProductSeq() throws -> Int64 {
    let latest = try connection.first(
      "SELECT max(productSeq) FROM product", make: { $0.integer(0) })
    var next = max((latest ?? nil) ?? 0, Self.firstProductSeq)
    while next < .max {
      next += 1
      if !seed.productSeqs.contains(next) { return next }
    }
    next = lastFilled
    repeat { next += 1 } while try seed.productSeqs.contains(next) || isTaken(productSeq: next)
    lastFilled = next
    return next
  }

  private func isTaken(productSeq: Int64) throws -> Bool {
    try connection.finds("SELECT 1 FROM product WHERE productSeq = ?", [.integer(productSeq)])
  }

  func product(of element: SeedRecord) throws -> ProductRow {
    let market = market(of: element)
    let identifier = Identifier(element.text("productIdentifier") ?? "")
    if let row = products[market]?[identifier] { return row }
    guard let row = try session.product(identifier, in: market) else {
      throw Contradiction(
        key: "productIdentifier", what: "no product \(identifier) in market \(market)")
    }
    if products[market]?.count == Self.mostProductsOfMarket { products[market] = nil }
    products[market, default: [:]][identifier] = row
    return row
  }

  private func market(of element: SeedRecord) -> StoreCode {
    element.text("storeCode").map { StoreCode($0) } ?? .appStore
  }
}
