import IAPCore
import SQLite

extension SeedLoader {
  /// The purchases, and then how their subscriptions stand: that is known only when all of a
  /// subscription's payments are there.
  func loadPurchases(_ purchases: [SeedPurchase]) throws {
    var statuses: [Identifier: String?] = [:]
    var subscriptions: [Identifier] = []
    try Self.each(purchases, "purchases") { new in
      guard let row = try load(new), row.purchase.productType?.isSubscription == true else {
        return
      }
      if row.state == .success || row.state == .refund {
        statuses[row.purchase.paymentSeq] = new.status.value
        subscriptions.append(row.subscriptionKey)
      } else if new.status.value != nil {
        throw Contradiction(
          key: "status", what: "not possible for a payment in state \(row.state.rawValue)")
      }
    }
    for key in subscriptions { try settle(key, statuses) }
  }

  /// - Returns: the row that was written, or nil where it was there already.
  private func load(_ new: SeedPurchase) throws -> PurchaseRow? {
    let sold = try product(new.productIdentifier, in: new.storeCode)
    if let row = try present(new) {
      try compare(new, with: row, of: sold)
      return nil
    }
    let row = try session.insert(try payment(new, of: sold))
    try requireOneOwner(of: row)
    return row
  }

  /// The payment that is there already, by its number or by its transaction.
  private func present(_ new: SeedPurchase) throws -> PurchaseRow? {
    if let number = new.paymentSeq.value { return try session.purchase(numbered: number) }
    guard let transaction = new.transactionIdentifier.value else { return nil }
    return try session.purchase(ofTransaction: transaction)
  }

  private func payment(_ new: SeedPurchase, of sold: ProductRow) throws -> NewPurchase {
    let type = sold.product.productType ?? .unknown
    var payment = NewPurchase(
      paymentSeq: new.paymentSeq.value, userID: new.userID, productID: sold.id,
      productType: type,
      state: new.state.value.flatMap(PaymentState.init) ?? .success,
      purchaseTime: new.purchaseTime.value ?? session.now)
    payment.isConsumed = new.consumed.value ?? false
    if payment.isConsumed, payment.state != .success || !type.isConsumed {
      throw Contradiction(
        key: "consumed",
        what: "not possible for a product of type \(type) in state \(payment.state.rawValue)")
    }
    payment.price = new.price.isAbsent ? sold.product.price : new.price.value
    payment.currency = new.currency.isAbsent ? sold.product.currency : new.currency.value?.text
    payment.accessToken = new.accessToken.value.map { Secret($0.text) }
    payment.transactionIdentifier = new.transactionIdentifier.value
    payment.originalTransactionIdentifier = new.originalTransactionIdentifier.value
    payment.expiryTime = try expiry(of: new, sold: sold, since: payment.purchaseTime)
    payment.isStorePayment = new.storePayment.value ?? false
    payment.isSandboxPayment = new.sandboxPayment.value ?? false
    payment.payload = new.payload.value
    return payment
  }

  private func expiry(
    of new: SeedPurchase, sold: ProductRow, since start: Instant
  ) throws -> Instant? {
    guard sold.product.productType?.isSubscription == true else {
      for (key, isGiven) in [
        ("expiryTime", new.expiryTime.value != nil), ("status", new.status.value != nil),
      ] where isGiven {
        throw Contradiction(key: key, what: "only a subscription has it")
      }
      return nil
    }
    guard let expiry = new.expiryTime.value ?? sold.period?.added(to: start) else {
      throw Contradiction(key: "expiryTime", what: "after the last date of the calendar")
    }
    guard expiry >= start else {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    return expiry
  }

  /// Refuses a payment that makes, or joins, a subscription of two users or products.
  private func requireOneOwner(of row: PurchaseRow) throws {
    let own = row.purchase.transactionIdentifier ?? ""
    let isSubscription = row.purchase.productType?.isSubscription == true
    for key in isSubscription ? [row.subscriptionKey, own] : [own] {
      let stranger = try session.stranger(
        inSubscription: key, of: row.purchase.userID ?? "", productID: row.productID)
      if let stranger {
        throw Contradiction(
          key: "originalTransactionIdentifier",
          what: "payment \(stranger.purchase.paymentSeq) of that subscription belongs to another "
            + "user or product")
      }
    }
  }

  /// Puts the status on the latest payment of a subscription and takes it from the others.
  private func settle(_ key: Identifier, _ statuses: [Identifier: String?]) throws {
    let rows = try connection.all(
      PurchaseRow.selection + """
        WHERE purchase.subscriptionKey = ? AND purchase.expiryTime IS NOT NULL
          AND purchase.state IN ('SUCCESS', 'REFUND')
        ORDER BY purchase.expiryTime DESC, purchase.id DESC
        """, [.text(key.text)], make: PurchaseRow.init)
    guard let latest = rows.first, let given = statuses[latest.purchase.paymentSeq] else { return }
    for row in rows where row.status != nil { try session.setStatus(nil, of: row) }
    try session.setStatus(
      given.map(SubscriptionStatus.init) ?? usualStatus(of: latest), of: latest)
  }

  private func usualStatus(of row: PurchaseRow) -> SubscriptionStatus {
    if row.state == .refund { return .revoked }
    return row.purchase.expiryTime.map { $0 <= session.now } ?? false ? .expired : .active
  }

  private func compare(
    _ new: SeedPurchase, with row: PurchaseRow, of sold: ProductRow
  ) throws {
    let purchase = row.purchase
    let isSuperseded =
      try row.status == nil && session.currentPurchase(ofSubscription: row.subscriptionKey) != nil
    let status = new.status.value
    let comparisons: [(String, Bool)] = [
      ("userID", new.userID == purchase.userID),
      ("productIdentifier", sold.id == row.productID),
      ("state", new.state.agrees(with: row.state.rawValue)),
      ("consumed", new.consumed.agrees(with: row.isConsumed)),
      ("price", new.price.agrees(with: purchase.price)),
      ("currency", new.currency.map(\.text).agrees(with: purchase.currency)),
      (
        "accessToken", new.accessToken.map { Secret($0.text) }.agrees(with: purchase.accessToken)
      ),
      (
        "transactionIdentifier",
        new.transactionIdentifier.agrees(with: purchase.transactionIdentifier)
      ),
      (
        "originalTransactionIdentifier",
        new.originalTransactionIdentifier.agrees(with: purchase.originalTransactionIdentifier)
          // Null stands for the payment's own transaction in a subscription.
          || (new.originalTransactionIdentifier.value == nil && !row.isRenewal)
      ),
      ("purchaseTime", new.purchaseTime.agrees(with: purchase.purchaseTime)),
      ("expiryTime", new.expiryTime.agrees(with: purchase.expiryTime)),
      ("status", status == nil || status == row.status?.name || isSuperseded),
      ("storePayment", new.storePayment.agrees(with: purchase.isStorePayment)),
      ("sandboxPayment", new.sandboxPayment.agrees(with: purchase.isSandboxPayment)),
      ("payload", new.payload.agrees(with: purchase.payload)),
    ]
    for (key, agrees) in comparisons {
      try refuseUnless(agrees, key, "payment \(purchase.paymentSeq)")
    }
  }

  // MARK: Receipts, kept products, faults

  func load(_ new: SeedTransaction) throws {
    let sold = try product(new.productIdentifier, in: new.storeCode)
    if sold.product.productType?.isSubscription == true, new.expiryTime == nil {
      throw Contradiction(key: "expiryTime", what: "null for a subscription")
    }
    if let expiry = new.expiryTime, expiry < new.purchaseTime {
      throw Contradiction(key: "expiryTime", what: "before the purchase")
    }
    if let number = new.transactionIdentifier.value,
      let row = try connection.first(
        ReceiptRow.selection + "WHERE receipt.transactionIdentifier = ?", [.text(number.text)],
        make: ReceiptRow.init)
    {
      try compare(new, with: row, of: sold)
      return
    }
    let number = try new.transactionIdentifier.value ?? session.nextTransactionIdentifier()
    try connection.run(
      """
      INSERT INTO receipt (userID, productID, transactionIdentifier,
        originalTransactionIdentifier, purchaseTime, expiryTime, applicationUsername)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(new.userID.text), .integer(sold.id), .text(number.text),
        .text(new.originalTransactionIdentifier.value?.text),
        .integer(new.purchaseTime.milliseconds), .integer(new.expiryTime?.milliseconds),
        .text(new.applicationUsername.value?.text),
      ])
  }

  private func compare(
    _ new: SeedTransaction, with row: ReceiptRow, of sold: ProductRow
  ) throws {
    let comparisons: [(String, Bool)] = [
      ("userID", new.userID == row.userID),
      ("productIdentifier", sold.id == row.productID),
      (
        "originalTransactionIdentifier",
        new.originalTransactionIdentifier.agrees(with: row.originalTransactionIdentifier)
      ),
      ("purchaseTime", new.purchaseTime == row.purchaseTime),
      ("expiryTime", new.expiryTime == row.expiryTime),
      ("applicationUsername", new.applicationUsername.agrees(with: row.applicationUsername)),
    ]
    for (key, agrees) in comparisons {
      try refuseUnless(agrees, key, "transaction \(row.transactionIdentifier)")
    }
  }

  func load(_ new: SeedDeferral) throws {
    let sold = try product(new.productIdentifier, in: new.storeCode)
    try connection.run(
      "INSERT INTO deferral (userID, productID) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [.text(new.userID.text), .integer(sold.id)])
  }

  /// Faults have no names: as many as are there already and are the same are fine.
  func load(_ faults: [SeedFault]) throws {
    var present: [[Value]: Int] = [:]
    let rows = try connection.all(
      """
      SELECT operation, domain, code, after, skip, times, used, product, user, delay FROM fault
      """,
      make: { row -> [Value] in
        [.text(row.text(0)), .text(row.text(1))]
          + (Int32(2)...6).map { .integer(row.integer($0)) }
          + (Int32(7)...9).map { .text(row.text($0)) }
      })
    for row in rows { present[row, default: 0] += 1 }
    for fault in faults {
      let values: [Value] = [
        .text(fault.operation.rawValue), .text(fault.domain), .integer(fault.code),
        .flag(fault.isAfter), .integer(fault.skip), .integer(fault.times),
        .integer(fault.used), .text(fault.product?.text), .text(fault.user?.text),
        .text(fault.delay),
      ]
      if let count = present[values], count > 0 {
        present[values] = count - 1
        continue
      }
      try connection.run(
        """
        INSERT INTO fault (operation, domain, code, after, skip, times, used, product, user,
          delay)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, values)
    }
  }
}
