import IAPCore
import JSON
import SQLite

/// Adds a seed to a store. What is there already and is the same is fine; what contradicts is
/// refused with its place. The caller's transaction makes it all or nothing.
struct SeedLoader {
  let session: StoreSession
  /// The product numbers that the seed gives itself.
  private let productSeqs: Set<Int64>

  var connection: Connection { session.connection }

  /// Loads a seed into a store that may hold something already.
  static func load(_ seed: Seed, into connection: Connection, realTime: Instant) throws {
    try takeOver(seed, in: connection)
    let clock = try StoreSession.settings(of: connection).clock
    let loader = SeedLoader(
      session: StoreSession(
        connection: connection, now: clock ?? realTime, reserved: reserved(by: seed)),
      productSeqs: Set(seed.products.compactMap(\.productSeq.value)))
    try each(seed.markets, "markets") { try loader.load($0) }
    try each(seed.products, "products") { try loader.load($0) }
    try each(seed.users, "users") { try loader.load($0) }
    try loader.loadPurchases(seed.purchases)
    try each(seed.transactions, "transactions") { try loader.load($0) }
    try each(seed.deferred, "deferred") { try loader.load($0) }
    try loader.load(seed.faults)
  }

  /// The numbers that the seed gives itself: none of them may be generated for another row.
  private static func reserved(by seed: Seed) -> Set<Identifier> {
    Set(
      seed.purchases.compactMap(\.paymentSeq.value)
        + seed.purchases.compactMap(\.transactionIdentifier.value)
        + seed.purchases.compactMap(\.originalTransactionIdentifier.value)
        + seed.transactions.compactMap(\.transactionIdentifier.value)
        + seed.transactions.compactMap(\.originalTransactionIdentifier.value))
  }

  /// Gives a problem of an element its place.
  static func each<Element>(
    _ elements: [Element], _ name: String, _ load: (Element) throws -> Void
  ) throws {
    for (index, element) in elements.enumerated() {
      do {
        try load(element)
      } catch let contradiction as Contradiction {
        throw contradiction.problem(at: "\(name)[\(index)]")
      } catch let error as SQLiteError where error.isConstraint {
        throw Contradiction(of: error).problem(at: "\(name)[\(index)]")
      }
    }
  }

  /// A value that cannot stand beside what is there.
  struct Contradiction: Error {
    let key: String
    let what: String

    init(key: String, what: String) {
      self.key = key
      self.what = what
    }

    /// A rule of the schema: "UNIQUE constraint failed: product.productSeq" names the column.
    init(of error: SQLiteError) {
      let parts = error.message.split(separator: " ")
      let column = parts.last?.split(separator: ".").last.map(String.init) ?? ""
      let isRepeated = parts.first == "UNIQUE"
      key = isRepeated ? column : ""
      what = isRepeated ? "already exists" : "breaks a rule of the store: \(error.message)"
    }

    func problem(at place: String) -> JSONProblem {
      JSONProblem(place: key.isEmpty ? place : "\(place).\(key)", problem: what)
    }
  }

  func refuseUnless(_ agrees: Bool, _ key: String, _ name: String) throws {
    guard agrees else {
      throw Contradiction(key: key, what: "contradicts the \(name) in the store")
    }
  }

  // MARK: The store itself

  private static func takeOver(_ seed: Seed, in connection: Connection) throws {
    let settings = try StoreSession.settings(of: connection)
    if try isEmpty(connection) {
      try connection.run(
        "UPDATE store SET appKey = ?, appSeq = ?, clock = ?",
        [
          .text(seed.appKey.value?.text ?? settings.appKey.revealed),
          .integer(seed.appSeq.value ?? settings.appSeq),
          .integer(
            (seed.clock.isAbsent ? settings.clock : seed.clock.value)?.milliseconds),
        ])
      return
    }
    func refuseUnless(_ agrees: Bool, _ place: String) throws {
      guard agrees else {
        throw JSONProblem(place: place, problem: "contradicts the store, which is not empty")
      }
    }
    try refuseUnless(seed.appKey.map { Secret($0.text) }.agrees(with: settings.appKey), "appKey")
    try refuseUnless(seed.appSeq.agrees(with: settings.appSeq), "appSeq")
    try refuseUnless(seed.clock.agrees(with: settings.clock), "clock")
  }

  private static func isEmpty(_ connection: Connection) throws -> Bool {
    let tables = ["market", "product", "user", "purchase", "receipt", "deferral", "fault"]
    let union = tables.map { "SELECT 1 FROM \($0)" }.joined(separator: " UNION ALL ")
    return try connection.first(union + " LIMIT 1", make: { _ in true }) == nil
  }

  private func load(_ market: SeedMarket) throws {
    let present = try connection.first(
      "SELECT packageName, available FROM market WHERE storeCode = ?",
      [.text(market.storeCode.text)], make: { ($0.text(0), $0.flag(1)) })
    if let (packageName, isAvailable) = present {
      let name = market.storeCode.text
      try refuseUnless(market.packageName.agrees(with: packageName), "packageName", name)
      try refuseUnless(market.available.agrees(with: isAvailable), "available", name)
      return
    }
    try connection.run(
      "INSERT INTO market (storeCode, packageName, available) VALUES (?, ?, ?)",
      [
        .text(market.storeCode.text), .text(market.packageName.value),
        .flag(market.available.value ?? true),
      ])
  }

  private func load(_ user: SeedUser) throws {
    let present = try connection.first(
      "SELECT paymentsAllowed, storeAccountReadable FROM user WHERE userID = ?",
      [.text(user.userID.text)], make: { ($0.flag(0), $0.flag(1)) })
    if let (isAllowed, isReadable) = present {
      let name = user.userID.text
      try refuseUnless(user.paymentsAllowed.agrees(with: isAllowed), "paymentsAllowed", name)
      try refuseUnless(
        user.storeAccountReadable.agrees(with: isReadable), "storeAccountReadable", name)
    } else {
      try connection.run(
        "INSERT INTO user (userID, paymentsAllowed, storeAccountReadable) VALUES (?, ?, ?)",
        [
          .text(user.userID.text), .flag(user.paymentsAllowed.value ?? true),
          .flag(user.storeAccountReadable.value ?? true),
        ])
    }
    for (currency, limit) in user.monthlyLimit {
      try connection.run(
        "INSERT INTO monthlyLimit (userID, currency, amount) VALUES (?, ?, ?) "
          + "ON CONFLICT DO NOTHING",
        [.text(user.userID.text), .text(currency), .text(limit.digits)])
      let kept = try connection.first(
        "SELECT amount FROM monthlyLimit WHERE userID = ? AND currency = ?",
        [.text(user.userID.text), .text(currency)], make: { $0.text(0) })
      try refuseUnless(kept == limit.digits, "monthlyLimit.\(currency)", user.userID.text)
    }
  }

  // MARK: Products

  private func load(_ new: SeedProduct) throws {
    let market = StoreCode((new.storeCode.value ?? StoreCode.appStore.identifier).text)
    if let row = try session.product(new.productIdentifier, in: market) {
      try compare(new, with: row)
      return
    }
    let sequence = try new.productSeq.value ?? nextProductSeq()
    try connection.run(
      """
      INSERT INTO product (productIdentifier, productSeq, productName, productType, storeCode,
        price, currency, localizedTitle, localizedDescription, localizedPrice, active, inStore,
        period)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(new.productIdentifier.text), .integer(sequence), .text(new.productName.value),
        .text(new.productType.name), .text(market.text), .text(new.price.value?.digits),
        .text(new.currency.value?.text), .text(new.localizedTitle.value),
        .text(new.localizedDescription.value), .text(new.localizedPrice.value),
        .flag(new.active.value ?? true), .flag(new.inStore.value ?? true),
        .text(new.period.value?.description),
      ])
  }

  private func compare(_ new: SeedProduct, with row: ProductRow) throws {
    let product = row.product
    let name = product.productIdentifier.text
    let comparisons: [(String, Bool)] = [
      ("productSeq", new.productSeq.agrees(with: product.productSeq)),
      ("productName", new.productName.agrees(with: product.productName)),
      ("productType", new.productType == product.productType),
      ("price", new.price.agrees(with: product.price)),
      ("currency", new.currency.map(\.text).agrees(with: product.currency)),
      ("localizedTitle", new.localizedTitle.agrees(with: product.localizedTitle)),
      (
        "localizedDescription",
        new.localizedDescription.agrees(with: product.localizedDescription)
      ),
      ("localizedPrice", new.localizedPrice.agrees(with: product.localizedPrice)),
      ("active", new.active.agrees(with: product.isActive)),
      ("inStore", new.inStore.agrees(with: product.isValid)),
      ("period", new.period.agrees(with: row.period)),
    ]
    for (key, agrees) in comparisons { try refuseUnless(agrees, key, name) }
  }

  private func nextProductSeq() throws -> Int64 {
    let latest = try connection.first(
      "SELECT max(productSeq) FROM product", make: { $0.integer(0) })
    var next = max((latest ?? nil) ?? 0, 1_000_000)
    repeat {
      guard next < .max else {
        throw Contradiction(key: "productSeq", what: "missing, and no free number is left")
      }
      next += 1
    } while productSeqs.contains(next)
    return next
  }

  func product(
    _ identifier: Identifier, in code: Presence<Identifier>
  ) throws -> ProductRow {
    let market = StoreCode((code.value ?? StoreCode.appStore.identifier).text)
    guard let row = try session.product(identifier, in: market) else {
      throw Contradiction(
        key: "productIdentifier", what: "no product \(identifier) in market \(market)")
    }
    return row
  }
}
