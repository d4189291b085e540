import IAPCore
import SQLite

/// A payment before it is written. If the payment number is empty, or the token or the transaction
/// is nil, the store generates it. The same store always generates the same values.
struct NewPurchase {
  let productID: Int64
  let state: PaymentState
  var purchase = Purchase(paymentSeq: "")
  var isConsumed = false
  /// True for a reservation that waits for an approval.
  var isPending = false
  var status: SubscriptionStatus?
  /// Whether its product is of Google Play.
  private(set) var isOfGooglePlay = false

  init(of product: ProductRow, by user: Identifier, state: PaymentState, at time: Instant) {
    self.init(
      productID: product.id, of: product.product.productType, by: user, state: state, at: time)
    purchase.price = product.product.price
    purchase.currency = product.product.currency
    isOfGooglePlay = product.product.storeCode == .googlePlay
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

  /// The columns of the table `purchase`, and the values of this payment for them.
  static let columns =
    ["productID", "state", "consumed", "pending", "status"] + PurchaseRow.ownFields.map(\.name)

  var values: [Value] {
    var values: [Value] = [
      .integer(productID), .text(state.rawValue), .flag(isConsumed), .flag(isPending),
      .text(status?.name),
    ]
    values.reserveCapacity(Self.columns.count)
    // Without this, each field would copy the purchase.
    let purchase = purchase
    for field in PurchaseRow.ownFields { values.append(Value(field.get(purchase))) }
    return values
  }
}

extension StoreSession {
  /// Writes a payment and reads it back.
  func insert(_ new: NewPurchase) throws -> PurchaseRow {
    let new = try completed(new)
    try connection.insert(into: "purchase", Array(zip(NewPurchase.columns, new.values)))
    guard let row = try self.purchase(numbered: new.purchase.paymentSeq) else {
      throw IAPError.iapctl(.bug, .bug("a row that was written is missing"))
    }
    return row
  }

  /// The payment with the values that the store generates.
  func completed(_ new: consuming NewPurchase) throws -> NewPurchase {
    if new.purchase.paymentSeq == "" {
      new.purchase.paymentSeq = try nextPaymentSeq(at: new.purchase.purchaseTime ?? now)
    }
    if new.purchase.accessToken == nil {
      new.purchase.accessToken = try generatedToken(for: new.purchase.paymentSeq)
    }
    if new.purchase.transactionIdentifier == nil {
      new.purchase.transactionIdentifier = try generatedTransaction(of: new)
    }
    // The first payment of a subscription has its own transaction as its original transaction.
    if new.purchase.originalTransactionIdentifier == nil,
      new.purchase.productType?.isSubscription == true
    {
      new.purchase.originalTransactionIdentifier = new.purchase.transactionIdentifier
    }
    new.purchase.isStorePayment = new.purchase.isStorePayment ?? false
    new.purchase.isSandboxPayment = new.purchase.isSandboxPayment ?? false
    return new
  }

  static let receiptColumns = [
    "userID", "productID", "transactionIdentifier", "originalTransactionIdentifier", "purchaseTime",
    "expiryTime", "applicationUsername",
  ]

  static func receiptValues(
    of purchase: Purchase, _ productID: Int64, in subscription: Identifier
  ) -> [Value] {
    [
      .text(purchase.userID?.text), .integer(productID),
      .text(purchase.transactionIdentifier?.text), .text(subscription.text),
      .integer(purchase.purchaseTime?.milliseconds), .integer(purchase.expiryTime?.milliseconds),
      .text(purchase.userID?.text),
    ]
  }

  /// Writes the receipt of a payment into the user's store account.
  func insertReceipt(for row: PurchaseRow) throws {
    try connection.insert(
      into: "receipt",
      Array(
        zip(
          Self.receiptColumns,
          Self.receiptValues(of: row.purchase, row.productID, in: row.subscriptionKey))))
  }

  /// Writes the receipt of a payment, unless the user's store account has it.
  func requireReceipt(of id: Int64) throws {
    guard
      let row = try connection.first(
        PurchaseRow.selection + "WHERE purchase.id = ?", [.integer(id)], make: PurchaseRow.init),
      let transaction = row.purchase.transactionIdentifier,
      try receipt(of: transaction) == nil
    else { return }
    try insertReceipt(for: row)
  }

  /// A number with leading zeros is also that of the payment without them.
  func purchase(numbered payment: Identifier) throws -> PurchaseRow? {
    let found = try connection.first(
      PurchaseRow.selection + "WHERE purchase.paymentSeq = ?", [.text(payment.text)],
      make: PurchaseRow.init)
    let number = payment.withoutLeadingZeros
    guard found == nil, number != payment else { return found }
    return try purchase(numbered: number)
  }

  func purchase(ofTransaction transaction: Identifier) throws -> PurchaseRow? {
    try connection.first(
      PurchaseRow.selection + "WHERE purchase.transactionIdentifier = ?",
      [.text(transaction.text)], make: PurchaseRow.init)
  }

  /// A payment of another user or product in a subscription that this payment would join, by its
  /// original transaction or by its own: a later payment can have that as its original one. All
  /// payments of a subscription must have the same user and product.
  func conflictingPurchase(with payment: NewPurchase) throws -> PurchaseRow? {
    let purchase = payment.purchase
    let (own, user) = (purchase.transactionIdentifier ?? "", purchase.userID ?? "")
    var keys = [own]
    if purchase.productType?.isSubscription == true,
      let original = purchase.originalTransactionIdentifier, original != own
    {
      keys.insert(original, at: 0)
    }
    let conditions = [
      "purchase.subscriptionKey = ?1 AND purchase.expiryTime IS NOT NULL",
      "purchase.transactionIdentifier = ?1",
    ]
    for key in keys {
      for condition in conditions {
        let row = try connection.first(
          PurchaseRow.selection + "WHERE \(condition)"
            + " AND (purchase.userID <> ?2 OR purchase.productID <> ?3) LIMIT 1",
          [.text(key.text), .text(user.text), .integer(payment.productID)],
          make: PurchaseRow.init)
        if let row { return row }
      }
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
}
