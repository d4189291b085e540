import IAPCore
import JSON
import SQLite

/// Adds a seed to a store. Rows that exist with the same values are accepted. A contradiction is
/// refused with its place in the seed. The caller's transaction makes it all or nothing.
struct SeedLoader {
  let session: StoreSession
  let numberCache: NumberCache
  let products = ProductCache()
  private let tally = SeedTally()
  /// The product numbers that are written in the seed.
  private let productSeqs: Set<Int64>

  var connection: Connection { session.connection }

  /// Loads a seed into a store that may have rows already.
  ///
  /// - Parameter report: is called with the number of loaded elements of a list; with nil at the end.
  /// - Returns: the number of elements that have added or changed something, by their lists.
  static func load(
    _ seed: Seed, into connection: Connection, realTime: Instant,
    _ report: @escaping @Sendable (_ done: Int?) -> Void
  ) throws -> [String: Int] {
    try applySettings(of: seed, in: connection)
    let settings = try StoreSession.settings(of: connection)
    let loader = SeedLoader(seed, into: connection, settings, realTime: realTime, report)
    defer { report(nil) }
    try loader.each(in: seed) { try loader.load($0 as SeedMarket) }
    try loader.each(in: seed) { try loader.load($0 as SeedProduct) }
    try loader.each(in: seed) { try loader.load($0 as SeedUser) }
    let purchases = try loader.loadPurchases(of: seed)
    try loader.each(in: seed) { try loader.load($0 as SeedTransaction) }
    try purchases.addReceipts()
    try loader.each(in: seed) { try loader.load($0 as SeedDeferral) }
    try loader.loadFaults(of: seed)
    try loader.loadEvents(of: seed)
    return loader.tally.counts
  }

  private init(
    _ seed: Seed, into connection: Connection, _ settings: StoreSession.Settings,
    realTime: Instant, _ report: @escaping @Sendable (_ done: Int?) -> Void
  ) {
    numberCache = NumberCache(appKey: settings.appKey, reserved: seed.numbers)
    session = StoreSession(
      connection: connection, now: settings.clock ?? realTime, numberCache: numberCache,
      report: report)
    productSeqs = seed.productSeqs
  }

  /// Loads each element of a list, and adds its place to a problem: `products[3]`.
  func each<Element: SeedElement>(
    in seed: Seed, _ load: (Element) throws -> Void
  ) throws {
    var index = 0
    try seed.each { (element: Element) in
      if index % 256 == 0 {
        try connection.requireNotStopped()
        session.report(index)
      }
      let changes = connection.totalChanges
      do {
        try load(element)
      } catch let contradiction as Contradiction {
        throw contradiction.problem(at: "\(Element.list)[\(index)]")
      } catch let error as SQLiteError where error.isConstraint {
        throw Contradiction(of: error).problem(at: "\(Element.list)[\(index)]")
      }
      if connection.totalChanges != changes { tally.counts[Element.list, default: 0] += 1 }
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

  private static func applySettings(of seed: Seed, in connection: Connection) throws {
    let columns = [
      SeedColumn("appKey", ifGiven: seed.settings.appKey),
      SeedColumn("appSeq", ifGiven: seed.settings.appSeq),
      SeedColumn("secretKey", ifGiven: seed.settings.secretKey),
      SeedColumn("appId", ifGiven: seed.settings.appID),
      SeedColumn("clock", seed.settings.clock),
    ]
    if try isEmpty(connection) {
      for column in columns where column.isGiven {
        try connection.run("UPDATE store SET \(column.name) = ?", [column.inserted])
      }
      return
    }
    let present = try connection.first(
      "SELECT appKey, appSeq, secretKey, appId, clock FROM store"
    ) { row in columns.map { row.value($0.name) } }
    for (column, value) in zip(columns, present ?? []) where !column.agrees(with: value) {
      throw JSONProblem(
        place: column.key, problem: "contradicts the store, which is not empty")
    }
  }

  private static func isEmpty(_ connection: Connection) throws -> Bool {
    let tables = ["market", "product", "user", "purchase", "receipt", "deferral", "fault", "event"]
    let union = tables.map { "SELECT 1 FROM \($0)" }.joined(separator: " UNION ALL ")
    return try connection.first(union + " LIMIT 1", make: { _ in true }) == nil
  }

  // MARK: Rows

  /// Inserts a row, or compares it with the existing one.
  ///
  /// - Parameters:
  ///   - keys: the columns that identify the row.
  ///   - name: the name of the row for messages: `product gem`.
  func merge(
    into table: String, _ keys: [(name: String, value: Value)], named name: String,
    _ columns: [SeedColumn]
  ) throws {
    let condition = keys.map { "\($0.name) = ?" }.joined(separator: " AND ")
    let present = try connection.first(
      "SELECT * FROM \(table) WHERE \(condition)", keys.map(\.value)
    ) { row in columns.map { row.value($0.name) } }
    if let present {
      try refuseContradictions(columns, present, named: name)
    } else {
      try connection.insert(into: table, keys + columns.map { ($0.name, $0.inserted) })
    }
  }

  func refuseContradictions(
    _ columns: [SeedColumn], _ present: [Value], named name: String
  ) throws {
    for (column, value) in zip(columns, present) where !column.agrees(with: value) {
      throw Contradiction(key: column.key, what: "contradicts the \(name) in the store")
    }
  }

  private func load(_ market: SeedMarket) throws {
    try merge(
      into: "market", [("storeCode", .text(market.storeCode.text))], named: market.storeCode.text,
      [
        SeedColumn("packageName", market.packageName),
        SeedColumn("available", ifGiven: market.available, or: .flag(true)),
        SeedColumn("verification", market.verification),
      ])
  }

  private func load(_ user: SeedUser) throws {
    let name = user.userID.text
    try merge(
      into: "user", [("userID", .text(name))], named: name,
      [
        SeedColumn("paymentsAllowed", ifGiven: user.paymentsAllowed, or: .flag(true)),
        SeedColumn("storeAccountReadable", ifGiven: user.storeAccountReadable, or: .flag(true)),
        SeedColumn("billing", user.billing),
      ])
    for (currency, limit) in user.monthlyLimit {
      try merge(
        into: "monthlyLimit", [("userID", .text(name)), ("currency", .text(currency))],
        named: name, [SeedColumn("monthlyLimit.\(currency)", limit, column: "amount")])
    }
  }

  // MARK: Products

  private func load(_ new: SeedProduct) throws {
    let market = new.storeCode ?? StoreCode.appStore.identifier
    let isKnown = try session.product(new.productIdentifier, in: StoreCode(market.text)) != nil
    let sequence = isKnown ? 0 : try new.productSeq ?? nextProductSeq()
    try merge(
      into: "product",
      [
        ("productIdentifier", .text(new.productIdentifier.text)), ("storeCode", .text(market.text)),
      ],
      named: new.productIdentifier.text,
      [
        SeedColumn("productSeq", ifGiven: new.productSeq, or: .integer(sequence)),
        SeedColumn("productName", new.productName),
        SeedColumn("productType", new.productType.name), SeedColumn("price", new.price),
        SeedColumn("currency", new.currency), SeedColumn("localizedTitle", new.localizedTitle),
        SeedColumn("localizedDescription", new.localizedDescription),
        SeedColumn("localizedPrice", new.localizedPrice),
        SeedColumn("active", ifGiven: new.active, or: .flag(true)),
        SeedColumn("inStore", ifGiven: new.inStore, or: .flag(true)),
        SeedColumn("period", new.period.map(\.description)),
        SeedColumn("grace", new.grace.map(\.description)),
        SeedColumn("hold", new.hold.map(\.description)),
        SeedColumn("subscriptionGroup", new.subscriptionGroup),
      ])
  }

  /// The number after the greatest one. If no number is left above it, the first free one.
  private func nextProductSeq() throws -> Int64 {
    let latest = try connection.first(
      "SELECT max(productSeq) FROM product", make: { $0.integer(0) })
    var next = max((latest ?? nil) ?? 0, NewProductSeq.first)
    while next < .max {
      next += 1
      if !productSeqs.contains(next) { return next }
    }
    next = products.lastFilled
    repeat { next += 1 } while try productSeqs.contains(next) || isTaken(productSeq: next)
    products.lastFilled = next
    return next
  }

  private func isTaken(productSeq: Int64) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM product WHERE productSeq = ?", [.integer(productSeq)], make: { _ in true })
      ?? false
  }

  func product(_ identifier: Identifier, in code: Identifier?) throws -> ProductRow {
    let market = StoreCode((code ?? StoreCode.appStore.identifier).text)
    if let row = products.row(identifier, in: market) { return row }
    guard let row = try session.product(identifier, in: market) else {
      throw Contradiction(
        key: "productIdentifier", what: "no product \(identifier) in market \(market)")
    }
    products.insert(row)
    return row
  }
}

/// Counts the elements of a seed that have added or changed something, by their lists.
private final class SeedTally {
  var counts: [String: Int] = [:]
}
