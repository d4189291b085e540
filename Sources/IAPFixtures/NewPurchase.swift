import IAPCore
import SQLite

/// A payment before it is written. If the payment number is empty, or the token or the transaction
/// is nil, the store generates it. The same store always generates the same values.
struct NewPurchase {
  let productID: Int64
  let state: PaymentState
  var purchase = Purchase(paymentSeq: "")
  var isConsumed = false
  var status: SubscriptionStatus?

  init(of product: ProductRow, by user: Identifier, state: PaymentState, at time: Instant) {
    self.init(
      productID: product.id, of: product.product.productType, by: user, state: state, at: time)
    purchase.price = product.product.price
    purchase.currency = product.product.currency
  }

  init(
    productID: Int64, of type: ProductType?, by user: Identifier, state: PaymentState,
    at time: Instant
  ) {
    (self.productID, self.state) = (productID, state)
    purchase.productType = type ?? .unknown
    purchase.userID = user
    purchase.purchaseTime = time
  }
}

extension StoreSession {
  /// Writes a payment and reads it back.
  func insert(_ new: NewPurchase) throws -> PurchaseRow {
    var purchase = new.purchase
    if purchase.paymentSeq == "" { purchase.paymentSeq = try nextPaymentSeq(of: purchase) }
    purchase.accessToken = try purchase.accessToken ?? generatedToken(for: purchase.paymentSeq)
    purchase.transactionIdentifier =
      try purchase.transactionIdentifier ?? nextTransactionIdentifier()
    // The first payment of a subscription has its own transaction as its original transaction.
    if purchase.originalTransactionIdentifier == nil, purchase.productType?.isSubscription == true {
      purchase.originalTransactionIdentifier = purchase.transactionIdentifier
    }
    purchase.isStorePayment = purchase.isStorePayment ?? false
    purchase.isSandboxPayment = purchase.isSandboxPayment ?? false
    try connection.insert(
      into: "purchase",
      [
        ("productID", .integer(new.productID)), ("state", .text(new.state.rawValue)),
        ("consumed", .flag(new.isConsumed)), ("status", .text(new.status?.name)),
      ] + PurchaseRow.ownFields.map { ($0.name, Value($0.get(purchase))) })
    guard let row = try self.purchase(numbered: purchase.paymentSeq) else {
      throw IAPError.iapctl(.bug, .bug("a row that was written is missing"))
    }
    return row
  }

  /// Writes the receipt of a payment into the user's store account.
  func insertReceipt(for row: PurchaseRow) throws {
    let purchase = row.purchase
    try connection.insert(
      into: "receipt",
      [
        ("userID", .text(purchase.userID?.text)), ("productID", .integer(row.productID)),
        ("transactionIdentifier", .text(purchase.transactionIdentifier?.text)),
        ("originalTransactionIdentifier", .text(row.subscriptionKey.text)),
        ("purchaseTime", .integer(purchase.purchaseTime?.milliseconds)),
        ("expiryTime", .integer(purchase.expiryTime?.milliseconds)),
        ("applicationUsername", .text(purchase.userID?.text)),
      ])
  }

  func purchase(numbered payment: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection + "WHERE purchase.paymentSeq = ?", [.text(payment.text)],
      make: PurchaseRow.init)
  }

  func purchase(ofTransaction transaction: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection + "WHERE purchase.transactionIdentifier = ?",
      [.text(transaction.text)], make: PurchaseRow.init)
  }

  /// A payment of the subscription that belongs to another user or another product. All payments of
  /// a subscription must have the same user and product.
  func conflictingPurchase(
    inSubscription key: Identifier, of user: Identifier, productID: Int64
  ) throws -> PurchaseRow? {
    let conflicts = "(purchase.userID <> ?2 OR purchase.productID <> ?3) LIMIT 1"
    let conditions = [
      "purchase.subscriptionKey = ?1 AND purchase.expiryTime IS NOT NULL",
      "purchase.transactionIdentifier = ?1",
    ]
    for condition in conditions {
      let row = try connection.first(
        PurchaseRow.selection + "WHERE \(condition) AND \(conflicts)",
        [.text(key.text), .text(user.text), .integer(productID)], make: PurchaseRow.init)
      if let row { return row }
    }
    return nil
  }

  /// The latest payment of a subscription: the one that has the subscription's status.
  func currentPurchase(ofSubscription key: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection
        + "WHERE purchase.subscriptionKey = ? AND purchase.status IS NOT NULL",
      [.text(key.text)], make: PurchaseRow.init)
  }

  /// The day and a counter, in the format of the IAP server: `2026010110000001`.
  private func nextPaymentSeq(of purchase: Purchase) throws -> Identifier {
    let day = (purchase.purchaseTime ?? now).description.prefix(10).filter { $0 != "-" }
    return try next(
      from: day + "10000000", to: day + "99999999",
      latest: """
        SELECT paymentSeq FROM purchase WHERE paymentSeq BETWEEN ? AND ?
          AND length(paymentSeq) = 16 ORDER BY paymentSeq DESC LIMIT 1
        """,
      isTaken: "SELECT 1 FROM purchase WHERE paymentSeq = ?")
  }

  func nextTransactionIdentifier() throws -> Identifier {
    try next(
      from: "1000000000000000", to: "1999999999999999",
      latest: """
        SELECT max(latest) FROM (SELECT * FROM (
          SELECT transactionIdentifier AS latest FROM purchase
          WHERE transactionIdentifier BETWEEN ?1 AND ?2 AND length(transactionIdentifier) = 16
          ORDER BY transactionIdentifier DESC LIMIT 1)
        UNION ALL SELECT * FROM (
          SELECT transactionIdentifier FROM receipt
          WHERE transactionIdentifier BETWEEN ?1 AND ?2 AND length(transactionIdentifier) = 16
          ORDER BY transactionIdentifier DESC LIMIT 1))
        """,
      isTaken: """
        SELECT 1 FROM purchase WHERE transactionIdentifier = ?1
        UNION ALL SELECT 1 FROM purchase WHERE subscriptionKey = ?1 AND expiryTime IS NOT NULL
        UNION ALL SELECT 1 FROM receipt WHERE transactionIdentifier = ?1
        UNION ALL SELECT 1 FROM receipt WHERE originalTransactionIdentifier = ?1
        """)
  }

  /// The first free number after the latest one of a range.
  private func next(
    from lowest: String, to highest: String, latest: String, isTaken: String
  ) throws -> Identifier {
    let latest = try connection.first(
      latest, [.text(lowest), .text(highest)], make: { $0.text(0) })
    var number = (latest ?? nil).flatMap { UInt64($0) } ?? UInt64(lowest) ?? 0
    while true {
      number += 1
      let candidate = Identifier(String(number))
      if reserved.contains(candidate) { continue }
      let taken = try connection.first(isTaken, [.text(candidate.text)], make: { _ in true })
      if taken == nil { return candidate }
    }
  }

  /// A token of 64 characters that looks like one of the server. It depends only on the app key and
  /// the payment.
  private func generatedToken(for payment: Identifier) throws -> Secret {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let appKey = try StoreSession.settings(of: connection).appKey
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(appKey.revealed)/\(payment)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    var token = ""
    for _ in 0..<64 {
      hash &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      token.append(alphabet[Int((mixed ^ (mixed >> 31)) >> 58)])
    }
    return Secret(token)
  }
}
