import IAPCore
import SQLite

/// Consuming without looking at each payment in detail: what the unconsumed list contains can be
/// consumed. ``StoreSession/consume(_:_:)`` decides on a payment that is not accepted here, and
/// finds the reason. No fault may be open for the operation.
extension StoreSession {
  /// Consumes a payment of the unconsumed list; no market may be switched off. Returns nil if the
  /// list does not contain the payment, or if the request does not match it. It reads only
  /// the columns of a receipt.
  func consumeIfListed(_ request: Payment) throws -> ConsumeReceipt? {
    guard request.markets.count <= 1 else { return nil }
    let found = try connection.first(
      Self.findingListed,
      [
        .text(request.paymentSeq.text), .text(request.user?.text),
        .text(request.accessToken?.revealed), .text(request.markets.first?.text),
      ], make: { (id: $0.integer(5) ?? 0, receipt: Self.payment($0).receipt) })
    guard let found else { return nil }
    try markConsumed(found.id)
    return found.receipt
  }

  private static let findingListed = """
    SELECT \(columns) FROM \(Scope.purchases.source)
    WHERE purchase.paymentSeq = ?1 AND (?2 IS NULL OR purchase.userID = ?2)
      AND (?3 IS NULL OR purchase.accessToken = ?3) AND (?4 IS NULL OR product.storeCode = ?4)
      AND \(isUnconsumed)
    """

  private static let columns = """
    paymentSeq, purchase.price, purchase.currency,
    (SELECT productSeq FROM product WHERE product.id = purchase.productID), userID, purchase.id,
    purchaseTime
    """

  private static func payment(_ row: Row) -> ConsumedGroup.Payment {
    ConsumedGroup.Payment(
      Identifier(row.text(0) ?? ""),
      ConsumeReceipt(
        price: row.text(1).map { Price(canonical: $0) }, currency: row.text(2),
        productSeq: row.integer(3), userID: row.text(4).map { Identifier($0) }))
  }

  /// Consumes the next payments of an unconsumed list with one statement. Nil if a fault could
  /// apply to one of them.
  func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after cursor: ConsumedGroup.Cursor?, limit: Int
  ) throws -> ConsumedGroup? {
    guard try !hasFaults(on: .consume), var filter = unconsumedScope(query)?.filter else {
      return nil
    }
    filter.require(markets: query.markets, without: try switchedOff())
    var source = Scope.purchases.source
    var order = "purchase.purchaseTime, purchase.paymentSeq"
    var group = ConsumedGroup(end: try cursor ?? firstCursor(query, isOrdered: isOrdered))
    if case .after(let row) = group.end {
      source = Self.inTableOrder
      order = "purchase.id"
      filter.require("purchase.id > ?", .integer(row))
    }
    try prepareForGroup()
    // The events are written first: they are the list of the payments to mark.
    let last = try lastEvent()
    try connection.run(
      """
      INSERT INTO event (time, kind, purchaseID, before, after)
      SELECT ?, ?, purchase.id, ?, ? FROM \(source) \(filter.clause) ORDER BY \(order) LIMIT ?
      """,
      [
        .integer(now.milliseconds), .text(EventKind.consumed.rawValue), .text(Self.unconsumed),
        .text(Self.consumed),
      ] + filter.values + [.integer(Int64(limit))])
    let rows = try connection.all(
      """
      UPDATE purchase SET consumed = 1 WHERE id IN (SELECT purchaseID FROM event WHERE id > ?)
      RETURNING \(Self.columns)
      """, [.integer(last)]
    ) { (Self.payment($0), id: $0.integer(5) ?? 0, time: $0.integer(6) ?? 0) }
    if case .after(let row) = group.end { group.end = .after(rows.map(\.id).max() ?? row) }
    group.payments = isOrdered ? Self.oldestFirst(rows) : rows.map(\.0)
    return group
  }

  /// SQLite returns the rows in the order of the table.
  private static func oldestFirst(
    _ rows: [(payment: ConsumedGroup.Payment, id: Int64, time: Int64)]
  ) -> [ConsumedGroup.Payment] {
    let payments = rows.map { row in
      (PaymentCursor(time: row.time, payment: row.payment.paymentSeq, listedCount: 0), row.payment)
    }
    return payments.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The table in the order of its rows. Its pages are then changed one after the other. In the
  /// order of time, each group would change almost all pages of a large store whose payments were
  /// not loaded in that order: 1,000,000 payments then take twice as long.
  private static let inTableOrder =
    "purchase NOT INDEXED CROSS JOIN product ON product.id = purchase.productID"

  /// Lets the cache grow to 32 MiB: the payments of a group are on pages of the table and of its
  /// indexes everywhere. With 8 MiB, 1,000,000 payments take half as long again.
  func prepareForGroup() throws { try connection.execute("PRAGMA cache_size = -32768") }

  /// The order of the table if the list is a large part of it.
  private func firstCursor(
    _ query: UnconsumedQuery, isOrdered: Bool
  ) throws -> ConsumedGroup.Cursor {
    guard !isOrdered, query == UnconsumedQuery(owner: .everyone) else { return .oldest }
    let isLarge = try connection.first(
      """
      SELECT count(*) > (SELECT max(id) FROM purchase) / 4 FROM purchase
      WHERE \(Self.isPaidAndUnconsumed)
      """, make: { $0.flag(0) })
    return isLarge == true ? .after(.min) : .oldest
  }
}
