package import IAPCore
import Records
import SQLite

extension StoreSession {
  /// The products of the markets that are switched on.
  func products(in markets: [StoreCode]) throws -> MarketResults<[Product]> {
    var filter = Filter()
    filter.require(markets: markets, without: try switchedOff())
    let rows = try connection.all(
      ProductRow.selection + filter.clause + " ORDER BY id", filter.values, make: ProductRow.init)
    return try answer(rows.map(\.product), from: markets, in: .products)
  }

  /// The promotion products that a user kept to buy later.
  func deferredProducts(of user: Identifier, in markets: [StoreCode]) throws -> MarketResults<
    [Product]
  > {
    var filter = Filter()
    filter.require(
      "product.id IN (SELECT productID FROM deferral WHERE userID = ?)", .text(user.text))
    filter.require(markets: markets, without: try switchedOff())
    let order =
      " ORDER BY (SELECT deferral.id FROM deferral WHERE productID = product.id AND userID = ?)"
    let rows = try connection.all(
      ProductRow.selection + filter.clause + order, filter.values + [.text(user.text)],
      make: ProductRow.init)
    let scope = Scope.deferrals.requiring("deferral.userID = ?", .text(user.text))
    return try answer(rows.map(\.product), from: markets, in: scope)
  }

  private func answer<Element>(
    _ elements: [Element], from markets: [StoreCode], in scope: Scope?
  ) throws -> MarketResults<[Element]> {
    MarketResults(
      elements, failures: try failures(of: markets, in: scope),
      isAnswered: try isAnyAvailable(of: markets))
  }

  /// The number of purchases in a page of an unconsumed list; the last page can have fewer.
  private static let pageSize = 512

  /// The next page of purchases that are paid, verified and not consumed, oldest first. `next` is
  /// the position after the page, or nil at the end.
  package func unconsumed(
    _ query: UnconsumedQuery, after cursor: PaymentCursor
  ) throws -> (purchases: [Purchase], next: PaymentCursor?) {
    var purchases: [Purchase] = []
    let next = try readPage(of: query, .all, after: cursor) { purchases.append(Purchase($0)) }
    return (purchases, next)
  }

  /// The same page as records, without a ``Purchase`` for each: a list takes 0.6 of the time.
  func unconsumedRecords(
    _ query: UnconsumedQuery, _ columns: PurchaseColumns, after cursor: PaymentCursor
  ) throws -> (records: RecordBatch, next: PaymentCursor?) {
    let kinds = columns.kinds
    // The first page is often the only one, and short.
    var records = RecordBatch(width: kinds.count, count: cursor.isStart ? 0 : Self.pageSize)
    let next = try readPage(of: query, columns, after: cursor) { records.append($0, kinds) }
    return (records, next)
  }

  /// Calls `each` for the rows of a page.
  private func readPage(
    of query: UnconsumedQuery, _ columns: PurchaseColumns, after cursor: PaymentCursor,
    each: (Row) -> Void
  ) throws -> PaymentCursor? {
    let wanted = min(Self.pageSize, query.limit.map { $0 - cursor.listedCount } ?? Self.pageSize)
    guard wanted > 0, var filter = unconsumedScope(query)?.filter else { return nil }
    filter.require(
      "(purchase.purchaseTime, purchase.paymentSeq) > (?, ?)", .integer(cursor.time),
      .text(cursor.payment.text))
    filter.require(markets: query.markets, without: try switchedOff())
    var end = UnconsumedEnd(cursor, columns)
    try connection.rows(
      columns.selection + filter.clause
        + " ORDER BY purchase.purchaseTime, purchase.paymentSeq LIMIT ?",
      filter.values + [.integer(Int64(wanted))]
    ) { row in
      try end.move(to: row)
      each(row)
    }
    return end.count < Self.pageSize ? nil : end.cursor
  }

  /// An error for each market that cannot list its unconsumed purchases.
  func unconsumedFailures(_ query: UnconsumedQuery) throws -> [MarketFailure] {
    try failures(of: query.markets, in: unconsumedScope(query))
  }

  /// The number of interrupted purchases of each user, those with the most first.
  func interrupted(_ query: UnconsumedQuery) throws -> [(user: Identifier, count: Int)] {
    var scope = Scope.purchases.requiring("purchase.state = 'CHARGED'")
    scope.filter.require("purchase.userID", oneOf: query.users.map(\.text))
    scope.filter.require("product.storeCode", oneOf: query.markets.map(\.text))
    // SQLite makes a table to sort in, also for one user.
    let order = query.users.count == 1 ? "" : "ORDER BY 2 DESC, 1 LIMIT 4"
    return try connection.all(
      "SELECT purchase.userID, count(*) FROM \(scope.source) \(scope.filter.clause) GROUP BY 1 \(order)",
      scope.filter.values
    ) { (user: Identifier($0.text(0) ?? ""), count: Int($0.integer(1) ?? 0)) }
  }

  /// Nil if no purchase can be old enough for the query.
  func unconsumedScope(_ query: UnconsumedQuery) -> Scope? {
    var scope = Scope.purchases.requiring(Self.isUnconsumed)
    switch query.owner {
    case .user(let user): scope.filter.require("purchase.userID = ?", .text(user.text))
    case .users(let users): scope.filter.require("purchase.userID", oneOf: users.map(\.text))
    case .everyone: break
    }
    if let age = query.age {
      guard let latest = age.subtracted(from: now) else { return nil }
      scope.filter.require("purchase.purchaseTime <= ?", .integer(latest.milliseconds))
    }
    scope.filter.require("product.productIdentifier", oneOf: query.products.map(\.text))
    scope.filter.require("purchase.paymentSeq", oneOf: query.payments.map(\.text))
    if let transaction = query.transaction {
      scope.filter.require(transaction: transaction)
    }
    return scope
  }

  /// What the unconsumed list contains. Everything that it contains can be consumed.
  static let isUnconsumed = "\(isPaidAndUnconsumed) AND \(isNotWithheld)"

  /// The condition of the index `purchaseUnconsumed`.
  static let isPaidAndUnconsumed = """
    purchase.state = 'SUCCESS' AND purchase.consumed = 0
    AND purchase.productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE')
    """

  /// Excludes what Google Play withholds: payments of a subscription that is in its grace period, on hold,
  /// paused, expired or revoked.
  private static let isNotWithheld = """
    (purchase.productType = 'CONSUMABLE' OR NOT EXISTS (
      SELECT 1 FROM purchase AS latest
      WHERE latest.subscriptionKey = purchase.subscriptionKey AND latest.status IS NOT NULL
        AND product.storeCode = 'GG' AND latest.status IN (\(withheldByGooglePlay))))
    """

  /// A list of SQL text literals: `'EXPIRED', 'PAUSED'`.
  private static let withheldByGooglePlay = SubscriptionStatus.known
    .filter(\.isWithheldByGooglePlay).map { "'\($0.name)'" }.joined(separator: ", ")

  /// The subscriptions of a user, each with its latest payment.
  func subscriptions(_ query: SubscriptionQuery) throws -> MarketResults<[Subscription]> {
    let scope = Scope.purchases.requiring(
      "purchase.userID = ? AND purchase.status IS NOT NULL", .text(query.user.text))
    let rows = try purchases(scope, in: query.markets)
    return try answer(
      rows.filter { isSelected($0, by: query) }.map(subscription), from: query.markets,
      in: scope)
  }

  private func isSelected(_ row: PurchaseRow, by query: SubscriptionQuery) -> Bool {
    guard let status = row.status else { return false }
    if query.includesOnHold, status == .onHold, row.purchase.storeCode == .googlePlay {
      return true
    }
    return switch query.selection {
    case .active: status.givesAccess(until: row.purchase.expiryTime, at: now)
    case .all: true
    case .statuses(let statuses): statuses.contains(status)
    }
  }

  private func subscription(_ row: PurchaseRow) -> Subscription {
    // The latest payment is the last renewal, or the first purchase if there was no renewal.
    Subscription(
      purchase: row.purchase, status: row.status, renewTime: row.purchase.purchaseTime)
  }
}

/// The end of a page while its rows are read.
private struct UnconsumedEnd {
  private let start: PaymentCursor
  private var time: Int64
  private var payment: [UInt8]
  private(set) var count = 0
  private let columns: PurchaseColumns

  init(_ start: PaymentCursor, _ columns: PurchaseColumns) {
    (self.start, self.columns) = (start, columns)
    (time, payment) = (start.time, Array(start.payment.text.utf8))
  }

  var cursor: PaymentCursor {
    PaymentCursor(
      time: time, payment: Identifier(String(decoding: payment, as: UTF8.self)),
      listedCount: start.listedCount + count)
  }

  /// With a damaged index, the same rows could come again and the list would never end. So each row
  /// must come after the one before it.
  mutating func move(to row: Row) throws {
    let next = row.integer(columns.time) ?? 0
    let number = row.bytes(columns.payment) ?? UnsafeBufferPointer(start: nil, count: 0)
    guard time < next || time == next && payment.lexicographicallyPrecedes(number) else {
      throw DatabaseProblem.damaged("its list of unconsumed payments is not in order")
    }
    time = next
    payment.removeAll(keepingCapacity: true)
    payment.append(copying: number)
    count += 1
  }
}

extension StoreSession {
  /// The most known names that an unknown name is compared with. If the store has more, the names
  /// with the same first two characters are compared as well.
  private static let mostCompared = 20_000

  /// The given names that the store does not have, each once.
  package func unknownNames(among names: GivenNames) throws -> [UnknownName] {
    let checks: [(NameQuery.Subject, String, [String], [String])] = [
      (.users, "userID", Self.tablesOfUsers, names.users.map(\.text)),
      (.products, "productIdentifier", ["product"], names.products.map(\.text)),
      (.markets, "storeCode", Self.tablesOfMarkets, names.markets.map(\.text)),
      (.payments, "paymentSeq", ["purchase"], names.payments.map(\.text)),
    ]
    var unknown: [UnknownName] = []
    for (subject, column, tables, names) in checks {
      for name in names where try !has(name, as: column, in: tables) {
        let found = UnknownName(subject, name, known: try candidates(subject, for: name))
        if !unknown.contains(found) { unknown.append(found) }
      }
    }
    return unknown
  }

  private func has(_ name: String, as column: String, in tables: [String]) throws -> Bool {
    try tables.contains { table in
      try connection.finds("SELECT 1 FROM \(table) WHERE \(column) = ? LIMIT 1", [.text(name)])
    }
  }

  private func candidates(_ subject: NameQuery.Subject, for name: String) throws -> [String] {
    func names(beginning: String) throws -> [String] {
      try self.names(NameQuery(subject, beginning: beginning, limit: Self.mostCompared))
        .map(\.text)
    }
    let first = try names(beginning: "")
    guard first.count == Self.mostCompared else { return first }
    return first + (try names(beginning: String(name.prefix(2))))
  }
}
