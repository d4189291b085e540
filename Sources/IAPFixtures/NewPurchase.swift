import IAPCore
import SQLite

/// A payment that is about to be written. What is left out is generated, always the same from the
/// same store.
struct NewPurchase {
  var paymentSeq: Identifier?
  var userID: Identifier
  var productID: Int64
  var productType: ProductType
  var state: PaymentState
  var isConsumed = false
  var price: Price?
  var currency: String?
  var accessToken: Secret?
  var transactionIdentifier: Identifier?
  var originalTransactionIdentifier: Identifier?
  var purchaseTime: Instant
  var expiryTime: Instant?
  var status: SubscriptionStatus?
  var isStorePayment = false
  var isSandboxPayment = false
  var payload: String?
}

extension StoreSession {
  /// Writes a payment and reads it back.
  func insert(_ new: NewPurchase) throws -> PurchaseRow {
    let payment = try new.paymentSeq ?? nextPaymentSeq(at: new.purchaseTime)
    let token = try new.accessToken ?? generatedToken(for: payment)
    let transaction = try new.transactionIdentifier ?? nextTransactionIdentifier()
    // The first payment of a subscription is its own original.
    let original =
      new.originalTransactionIdentifier ?? (new.productType.isSubscription ? transaction : nil)
    try connection.run(
      """
      INSERT INTO purchase (paymentSeq, userID, productID, productType, state, consumed, price,
        currency, accessToken, transactionIdentifier, originalTransactionIdentifier,
        purchaseTime, expiryTime, status, storePayment, sandboxPayment, payload)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(payment.text), .text(new.userID.text), .integer(new.productID),
        .text(new.productType.name), .text(new.state.rawValue), .flag(new.isConsumed),
        .text(new.price?.digits), .text(new.currency), .text(token.revealed),
        .text(transaction.text), .text(original?.text),
        .integer(new.purchaseTime.milliseconds), .integer(new.expiryTime?.milliseconds),
        .text(new.status?.name), .flag(new.isStorePayment), .flag(new.isSandboxPayment),
        .text(new.payload),
      ])
    return try purchase(numbered: payment).unwrapped()
  }

  /// Writes the receipt of a payment into its user's store account.
  func insertReceipt(for row: PurchaseRow) throws {
    try connection.run(
      """
      INSERT INTO receipt (userID, productID, transactionIdentifier,
        originalTransactionIdentifier, purchaseTime, expiryTime, applicationUsername)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(row.purchase.userID?.text), .integer(row.productID),
        .text(row.purchase.transactionIdentifier?.text),
        .text(row.subscriptionKey.text),
        .integer(row.purchase.purchaseTime?.milliseconds),
        .integer(row.purchase.expiryTime?.milliseconds), .text(row.purchase.userID?.text),
      ])
  }

  /// The payment with a number.
  func purchase(numbered payment: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection + "WHERE purchase.paymentSeq = ?", [.text(payment.text)],
      make: PurchaseRow.init)
  }

  /// The payment of a transaction.
  func purchase(ofTransaction transaction: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection + "WHERE purchase.transactionIdentifier = ?",
      [.text(transaction.text)], make: PurchaseRow.init)
  }

  /// A payment of a subscription that is not this user's or not for this product: all payments of
  /// a subscription are one user's, for one product.
  func stranger(
    inSubscription key: Identifier, of user: Identifier, productID: Int64
  ) throws -> PurchaseRow? {
    let strange = "(purchase.userID <> ?2 OR purchase.productID <> ?3) LIMIT 1"
    let conditions = [
      "purchase.subscriptionKey = ?1 AND purchase.expiryTime IS NOT NULL",
      "purchase.transactionIdentifier = ?1",
    ]
    for condition in conditions {
      let row = try connection.first(
        PurchaseRow.selection + "WHERE \(condition) AND \(strange)",
        [.text(key.text), .text(user.text), .integer(productID)], make: PurchaseRow.init)
      if let row { return row }
    }
    return nil
  }

  /// The payment on which a subscription's status stands.
  func currentPurchase(ofSubscription key: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection
        + "WHERE purchase.subscriptionKey = ? AND purchase.status IS NOT NULL",
      [.text(key.text)], make: PurchaseRow.init)
  }

  /// The day and a count, as the IAP server does it: `2026010110000001`.
  private func nextPaymentSeq(at time: Instant) throws -> Identifier {
    let day = time.description.prefix(10).filter { $0 != "-" }
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

  /// The number after the latest one of a range that nobody has.
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

  /// 64 characters that look like the server's and depend on the app key and the payment only.
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

extension Optional where Wrapped == PurchaseRow {
  /// The row that was written a moment ago.
  func unwrapped() throws -> PurchaseRow {
    guard let self else { throw IAPError.iapctl(.bug, .bug("a row that was written is missing")) }
    return self
  }
}
