import IAPCore
import SQLite

/// A payment as the store keeps it.
struct PurchaseRow {
  let id: Int64
  let productID: Int64
  let state: PaymentState
  let isConsumed: Bool
  /// Only on the latest payment of a subscription.
  let status: SubscriptionStatus?
  /// The length of the product's period, as it is written.
  private let periodText: String?
  let purchase: Purchase

  /// The columns that ``init(_:)`` reads, of `purchase` and its product.
  static let selection = """
    SELECT purchase.id, purchase.productID, purchase.state, purchase.consumed, purchase.status,
      product.period, purchase.paymentSeq, purchase.userID, product.storeCode,
      product.productIdentifier, product.productSeq, purchase.productType, purchase.price,
      purchase.currency, purchase.accessToken, purchase.transactionIdentifier,
      purchase.originalTransactionIdentifier, purchase.purchaseTime, purchase.expiryTime,
      purchase.storePayment, purchase.sandboxPayment, purchase.payload
    FROM purchase JOIN product ON product.id = purchase.productID

    """

  init(_ row: Row) {
    id = row.integer(0) ?? 0
    productID = row.integer(1) ?? 0
    state = row.text(2).flatMap(PaymentState.init) ?? .failure
    isConsumed = row.flag(3)
    status = row.text(4).map(SubscriptionStatus.init)
    periodText = row.text(5)
    var purchase = Purchase(paymentSeq: Identifier(row.text(6) ?? ""))
    purchase.userID = row.text(7).map { Identifier($0) }
    purchase.storeCode = row.text(8).map { StoreCode($0) }
    purchase.productIdentifier = row.text(9).map { Identifier($0) }
    purchase.productSeq = row.integer(10)
    purchase.productType = row.text(11).map { ProductType($0) }
    purchase.price = row.text(12).map { Price(canonical: $0) }
    purchase.currency = row.text(13)
    purchase.accessToken = row.text(14).map { Secret($0) }
    purchase.transactionIdentifier = row.text(15).map { Identifier($0) }
    // Stores of earlier versions have null for the first payment of a subscription.
    purchase.originalTransactionIdentifier =
      row.text(16).map { Identifier($0) }
      ?? (purchase.productType?.isSubscription == true ? purchase.transactionIdentifier : nil)
    purchase.purchaseTime = row.integer(17).map(Instant.init)
    purchase.expiryTime = row.integer(18).map(Instant.init)
    purchase.isStorePayment = row.flag(19)
    purchase.isSandboxPayment = row.flag(20)
    purchase.payload = row.text(21)
    self.purchase = purchase
  }

  var period: CalendarPeriod? { periodText.flatMap(CalendarPeriod.init(iso8601:)) }

  /// The transaction that holds the payments of one subscription together.
  var subscriptionKey: Identifier {
    purchase.originalTransactionIdentifier ?? purchase.transactionIdentifier ?? ""
  }

  /// Whether it renews an earlier payment.
  var isRenewal: Bool {
    purchase.originalTransactionIdentifier != nil
      && purchase.originalTransactionIdentifier != purchase.transactionIdentifier
  }
}

/// A product as the store keeps it.
struct ProductRow {
  let id: Int64
  let period: CalendarPeriod?
  let product: Product

  static let selection = """
    SELECT id, period, productIdentifier, productSeq, productName, productType, storeCode, price,
      currency, localizedTitle, localizedDescription, localizedPrice, active, inStore
    FROM product

    """

  init(_ row: Row) {
    id = row.integer(0) ?? 0
    period = row.text(1).flatMap(CalendarPeriod.init(iso8601:))
    product = Product(
      productIdentifier: Identifier(row.text(2) ?? ""), productSeq: row.integer(3) ?? 0,
      productName: row.text(4), productType: row.text(5).map { ProductType($0) },
      price: row.text(7).map { Price(canonical: $0) }, currency: row.text(8),
      localizedTitle: row.text(9), localizedDescription: row.text(10),
      localizedPrice: row.text(11), isActive: row.flag(12),
      storeCode: StoreCode(row.text(6) ?? ""), isValid: row.flag(13))
  }
}

/// What the store account owns: proof of a charge.
struct ReceiptRow {
  let id: Int64
  let userID: Identifier
  let productID: Int64
  let productType: ProductType
  let productIdentifier: Identifier
  let storeCode: StoreCode
  let transactionIdentifier: Identifier
  let originalTransactionIdentifier: Identifier?
  let purchaseTime: Instant
  let expiryTime: Instant?
  let applicationUsername: Identifier?

  static let selection = """
    SELECT receipt.id, receipt.userID, receipt.productID, product.productType,
      product.productIdentifier, product.storeCode, receipt.transactionIdentifier,
      receipt.originalTransactionIdentifier, receipt.purchaseTime, receipt.expiryTime,
      receipt.applicationUsername
    FROM receipt JOIN product ON product.id = receipt.productID

    """

  init(_ row: Row) {
    id = row.integer(0) ?? 0
    userID = Identifier(row.text(1) ?? "")
    productID = row.integer(2) ?? 0
    productType = ProductType(row.text(3) ?? "")
    productIdentifier = Identifier(row.text(4) ?? "")
    storeCode = StoreCode(row.text(5) ?? "")
    transactionIdentifier = Identifier(row.text(6) ?? "")
    originalTransactionIdentifier = row.text(7).map { Identifier($0) }
    purchaseTime = Instant(row.integer(8) ?? 0)
    expiryTime = row.integer(9).map(Instant.init)
    applicationUsername = row.text(10).map { Identifier($0) }
  }
}
