import IAPCore
import SQLite

extension SeedLoader {
  /// Loads the purchases, and then the statuses of their subscriptions. A status goes to the latest
  /// payment, which is known only when all payments of the subscription are loaded.
  func loadPurchases(of seed: Seed) throws -> PurchaseRows {
    let rows = try PurchaseRows(of: session, expecting: seed.purchaseCount)
    defer { rows.end() }
    try each(in: seed) { (new: SeedPurchase) in
      guard let row = try load(new, rows), row.purchase.productType?.isSubscription == true else {
        return
      }
      if row.state == .success || row.state == .refund {
        try rows.save(status: new.status, of: row)
      } else if new.status != nil {
        throw Contradiction(
          key: "status", what: "not possible for a payment in state \(row.state.rawValue)")
      }
    }
    try rows.finish()
    return rows
  }

  /// - Returns: the payment that was inserted, or nil if it exists already.
  private func load(_ new: SeedPurchase, _ rows: PurchaseRows) throws -> NewPurchase? {
    let sold = try product(
      new.purchase.productIdentifier ?? "", in: new.purchase.storeCode?.identifier)
    var (payment, contradiction): (NewPurchase?, (any Error)?)
    do {
      payment = try session.completed(try self.payment(new, of: sold))
    } catch {
      contradiction = error
    }
    // Almost all payments are new. Trying to insert one takes less time than looking for it first.
    if let payment, try rows.insert(payment) {
      try requireOneOwner(of: payment, rows)
      return payment
    }
    if let row = try present(new) {
      try compare(new, with: row, of: sold)
      return nil
    }
    if let contradiction { throw contradiction }
    // Its transaction exists: this throws the violated rule.
    if let payment { _ = try session.insert(payment) }
    throw IAPError.iapctl(.bug, .bug("a payment was refused and then accepted"))
  }

  /// The existing payment with the same number, or with the same transaction.
  private func present(_ new: SeedPurchase) throws -> PurchaseRow? {
    if let number = new.number { return try session.purchase(numbered: number) }
    guard let transaction = new.purchase.transactionIdentifier else { return nil }
    return try session.purchase(ofTransaction: transaction)
  }

  private func payment(_ new: SeedPurchase, of sold: ProductRow) throws -> NewPurchase {
    let type = sold.product.productType ?? .unknown
    var payment = NewPurchase(
      of: sold, by: new.purchase.userID ?? "", state: new.state ?? .success, at: session.now)
    payment.purchase = new.purchase(or: payment.purchase)
    payment.isConsumed = new.consumed ?? false
    if payment.isConsumed, payment.state != .success || !type.isConsumed {
      throw Contradiction(
        key: "consumed",
        what: "not possible for a product of type \(type) in state \(payment.state.rawValue)")
    }
    payment.isPending = new.pending ?? false
    if payment.isPending, payment.state != .reserved {
      throw Contradiction(
        key: "pending", what: "not possible in state \(payment.state.rawValue): only in RESERVED")
    }
    payment.purchase.expiryTime = try expiry(of: payment.purchase, new.status, sold: sold)
    return payment
  }

  private func expiry(
    of purchase: Purchase, _ status: String?, sold: ProductRow
  ) throws -> Instant? {
    guard sold.product.productType?.isSubscription == true else {
      for (key, isGiven) in [("expiryTime", purchase.expiryTime != nil), ("status", status != nil)]
      where isGiven {
        throw Contradiction(key: key, what: "only a subscription has it")
      }
      return nil
    }
    let start = purchase.purchaseTime ?? session.now
    guard let expiry = purchase.expiryTime ?? sold.period?.added(to: start) else {
      throw Contradiction(key: "expiryTime", what: "after the last date of the calendar")
    }
    guard expiry >= start else {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    return expiry
  }

  /// Refuses a payment if its subscription would have two users or two products.
  private func requireOneOwner(of payment: NewPurchase, _ rows: PurchaseRows) throws {
    // A payment of another product conflicts only with a subscription.
    guard rows.hasSubscriptions else { return }
    if let conflicting = try session.conflictingPurchase(with: payment) {
      throw Contradiction(
        key: "originalTransactionIdentifier",
        what: "payment \(conflicting.purchase.paymentSeq) of that subscription belongs to "
          + "another user or product")
    }
  }

  private func compare(
    _ new: SeedPurchase, with row: PurchaseRow, of sold: ProductRow
  ) throws {
    let isSuperseded =
      try row.status == nil && session.currentPurchase(ofSubscription: row.subscriptionKey) != nil
    let columns =
      [
        SeedColumn("userID", new.purchase.userID),
        SeedColumn("productIdentifier", sold.id, column: "productID"),
        SeedColumn("state", ifGiven: new.state?.rawValue),
        SeedColumn("consumed", ifGiven: new.consumed), SeedColumn("pending", ifGiven: new.pending),
      ] + fields(of: new, comparedWith: row) + [
        SeedColumn("status", ifGiven: isSuperseded ? nil : new.status)
      ]
    let present = try connection.first(
      PurchaseRow.selection + "WHERE purchase.id = ?", [.integer(row.id)]
    ) { row in columns.map { row.value($0.name) } }
    try refuseContradictions(
      columns, present ?? [], named: "payment \(row.purchase.paymentSeq)")
  }

  /// The fields that the seed gives, except those that identify the payment and its product.
  private func fields(of new: SeedPurchase, comparedWith row: PurchaseRow) -> [SeedColumn] {
    Purchase.fields.enumerated().compactMap { index, field in
      guard new.hasField(at: index), !Self.compared.contains(field.name) else { return nil }
      let content = field.get(new.purchase)
      // Null is the same as the payment's own transaction for the first payment of a subscription.
      if field.name == "originalTransactionIdentifier", content == .null, !row.isRenewal {
        return nil
      }
      return SeedColumn(field.name, content)
    }
  }

  private static let compared: Set = ["paymentSeq", "userID", "productIdentifier", "storeCode"]

  // MARK: Receipts, kept products, faults

  func load(_ new: SeedTransaction) throws {
    let sold = try product(new.productIdentifier, in: new.storeCode)
    if sold.product.productType?.isSubscription == true, new.expiryTime == nil {
      throw Contradiction(key: "expiryTime", what: "null for a subscription")
    }
    if let expiry = new.expiryTime, expiry < new.purchaseTime {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    let number = try new.transactionIdentifier ?? session.nextTransactionIdentifier()
    try merge(
      into: "receipt", [("transactionIdentifier", .text(number.text))],
      named: "transaction \(number)",
      [
        SeedColumn("userID", new.userID),
        SeedColumn("productIdentifier", sold.id, column: "productID"),
        SeedColumn("originalTransactionIdentifier", new.originalTransactionIdentifier),
        SeedColumn("purchaseTime", new.purchaseTime), SeedColumn("expiryTime", new.expiryTime),
        SeedColumn("applicationUsername", new.applicationUsername),
      ])
    numberCache.add(transaction: number, original: new.originalTransactionIdentifier.value)
  }

  func load(_ new: SeedDeferral) throws {
    let sold = try product(new.productIdentifier, in: new.storeCode)
    try session.addDeferral(sold.id, for: new.userID)
  }

  /// Faults have no identifier. An existing fault with the same values counts as the seed's fault,
  /// once for each that exists.
  func loadFaults(of seed: Seed) throws {
    var present: [PlannedFault: Int] = [:]
    for fault in try session.plannedFaults() { present[fault, default: 0] += 1 }
    try each(in: seed) { (new: SeedFault) in
      let fault = try new.planned()
      if let count = present[fault], count > 0 {
        present[fault] = count - 1
      } else {
        try session.insert(fault)
      }
    }
  }
}
