import IAPCore
import SQLite

extension SeedLoader {
  /// Loads the purchases, and then the statuses of their subscriptions. A status goes to the latest
  /// payment, which is known only when all payments of the subscription are loaded.
  func loadPurchases() throws -> PurchaseInsertion {
    let rows = try PurchaseInsertion(of: session, expecting: seed.count(of: .purchases))
    defer { rows.end() }
    try each(.purchases) { new in
      guard let row = try load(new, rows), row.purchase.productType?.isSubscription == true else {
        return
      }
      if row.state == .success || row.state == .refund {
        try rows.save(status: new.text("status"), of: row)
      } else if new["status"] != nil {
        throw Contradiction(
          key: "status", what: "not possible for a payment in state \(row.state.rawValue)")
      }
    }
    try rows.finish()
    return rows
  }

  /// - Returns: the payment that was inserted, or nil if it exists already.
  private func load(_ new: SeedRecord, _ rows: PurchaseInsertion) throws -> NewPurchase? {
    let sold = try product(of: new)
    let described = SeedList.purchase(new, of: sold, at: session.now)
    var (payment, contradiction): (NewPurchase?, (any Error)?)
    do {
      payment = try session.completed(try checked(described, new, of: sold))
    } catch {
      contradiction = error
    }
    // Almost all payments are new. Trying to insert one takes less time than looking for it first.
    if let payment, try rows.insert(payment) {
      try requireOneOwner(of: payment, rows)
      return payment
    }
    if let row = try present(described.purchase) {
      try compare(new, with: row, of: sold)
      return nil
    }
    if let contradiction { throw contradiction }
    // Its transaction exists: this throws the violated rule.
    if let payment { _ = try session.insert(payment) }
    throw IAPError.iapctl(.bug, .bug("a payment was refused and then accepted"))
  }

  /// The existing payment with the same number, or with the same transaction.
  private func present(_ new: Purchase) throws -> PurchaseRow? {
    if new.paymentSeq != "" { return try session.purchase(numbered: new.paymentSeq) }
    guard let transaction = new.transactionIdentifier else { return nil }
    return try session.purchase(ofTransaction: transaction)
  }

  /// The payment with the end of its period. Refuses what its product does not allow.
  private func checked(
    _ described: NewPurchase, _ new: SeedRecord, of sold: ProductRow
  ) throws -> NewPurchase {
    var payment = described
    let type = sold.product.productType ?? .unknown
    if payment.isConsumed, payment.state != .success || !type.isConsumed {
      throw Contradiction(
        key: "consumed",
        what: "not possible for a product of type \(type) in state \(payment.state.rawValue)")
    }
    if payment.isPending, payment.state != .reserved {
      throw Contradiction(
        key: "pending", what: "not possible in state \(payment.state.rawValue): only in RESERVED")
    }
    guard type.isSubscription else {
      if payment.purchase.expiryTime != nil {
        throw Contradiction(key: "expiryTime", what: "only a subscription has it")
      }
      if new["status"] != nil {
        throw Contradiction(key: "status", what: "only a subscription has it")
      }
      return payment
    }
    let start = payment.purchase.purchaseTime ?? session.now
    guard let expiry = payment.purchase.expiryTime ?? sold.period?.added(to: start) else {
      throw Contradiction(key: "expiryTime", what: "after the last date of the calendar")
    }
    guard expiry >= start else {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    payment.purchase.expiryTime = expiry
    return payment
  }

  /// Refuses a payment if its subscription would have two users or two products.
  private func requireOneOwner(of payment: NewPurchase, _ rows: PurchaseInsertion) throws {
    // A payment of another product conflicts only with a subscription.
    guard rows.hasSubscriptions else { return }
    if let conflicting = try session.conflictingPurchase(with: payment) {
      throw Contradiction(
        key: "originalTransactionIdentifier",
        what: "payment \(conflicting.purchase.paymentSeq) of that subscription belongs to "
          + "another user or product")
    }
  }

  private func compare(_ new: SeedRecord, with row: PurchaseRow, of sold: ProductRow) throws {
    var new = new
    // Without a status, the payment may be one that another payment of the subscription has followed.
    if try row.status == nil && session.currentPurchase(ofSubscription: row.subscriptionKey) != nil
    {
      new["status"] = nil
    }
    // Null is the same as the payment's own transaction for the first payment of a subscription.
    let original = "originalTransactionIdentifier"
    if new[original] == .null, !row.isRenewal { new[original] = nil }
    // A number with leading zeros is the same.
    new["paymentSeq"] = nil
    let columns = new.columns(sold: sold.id).map {
      $0.key == original ? $0.named(PurchaseRow.original) : $0
    }
    try refuseContradictions(
      columns, named: "payment \(row.purchase.paymentSeq)", with: "FROM purchase WHERE id = ?",
      [.integer(row.id)])
  }

  // MARK: Receipts, kept products, faults

  func loadTransaction(_ given: SeedRecord) throws {
    var new = given
    let sold = try product(of: new)
    if sold.product.productType?.isSubscription == true, new.integer("expiryTime") == nil {
      throw Contradiction(key: "expiryTime", what: "null for a subscription")
    }
    if let expiry = new.integer("expiryTime"), expiry < new.integer("purchaseTime") ?? expiry {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    let number =
      try new.text("transactionIdentifier").map { Identifier($0) }
      ?? session.nextTransactionIdentifier()
    new["transactionIdentifier"] = .text(number.text)
    try merge(new, named: "transaction \(number)", sold: sold.id)
    numberCache.add(
      transaction: number,
      original: new.text("originalTransactionIdentifier").map { Identifier($0) })
  }

  func loadDeferral(_ new: SeedRecord) throws {
    let sold = try product(of: new)
    try session.addDeferral(sold.id, for: Identifier(new.text("userID") ?? ""))
  }

  /// Faults have no identifier. An existing fault with the same values counts as the seed's fault,
  /// once for each that exists.
  func loadFaults() throws {
    var present: [PlannedFault: Int] = [:]
    for fault in try session.plannedFaults() { present[fault, default: 0] += 1 }
    try each(.faults) { new in
      let fault = try PlannedFault(new)
      if let count = present[fault], count > 0 {
        present[fault] = count - 1
      } else {
        try session.insert(fault)
      }
    }
  }
}
