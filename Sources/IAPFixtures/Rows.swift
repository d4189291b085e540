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

  /// The fields of a purchase that are those of its product.
  private static let ofProduct: Set = ["storeCode", "productIdentifier", "productSeq"]

  /// The fields of a purchase that its own row has.
  static let ownFields = Purchase.fields.filter { !ofProduct.contains($0.name) }

  /// The columns that ``init(_:)`` reads, of `purchase` and its product.
  static let selection = """
    SELECT purchase.id, purchase.productID, purchase.state, purchase.consumed, purchase.status,
      product.period, \(Purchase.fields.map(column).joined(separator: ", "))
    FROM purchase JOIN product ON product.id = purchase.productID

    """

  private static func column(_ field: Field<Purchase>) -> String {
    if ofProduct.contains(field.name) { return "product.\(field.name)" }
    return field.name == "originalTransactionIdentifier"
      ? "\(original) AS \(field.name)" : "purchase.\(field.name)"
  }

  /// Stores of earlier versions have null for the first payment of a subscription.
  static let original = """
    coalesce(purchase.originalTransactionIdentifier,
      iif(purchase.expiryTime IS NULL, NULL, purchase.transactionIdentifier))
    """

  init(_ row: Row) {
    id = row.integer("id") ?? 0
    productID = row.integer("productID") ?? 0
    state = row.text("state").flatMap(PaymentState.init) ?? .failure
    isConsumed = row.flag("consumed")
    status = row.text("status").map(SubscriptionStatus.init)
    periodText = row.text("period")
    var purchase = Purchase(paymentSeq: "")
    row.read(Purchase.fields, into: &purchase)
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
    SELECT id, period, productIdentifier, productSeq, productName, productType, price, currency,
      localizedTitle, localizedDescription, localizedPrice, active, storeCode, inStore AS valid
    FROM product

    """

  init(_ row: Row) {
    id = row.integer("id") ?? 0
    period = row.text("period").flatMap(CalendarPeriod.init(iso8601:))
    var product = Product(productIdentifier: "", productSeq: 0, productType: nil)
    row.read(Product.fields, into: &product)
    self.product = product
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
    id = row.integer("id") ?? 0
    userID = Identifier(row.text("userID") ?? "")
    productID = row.integer("productID") ?? 0
    productType = ProductType(row.text("productType") ?? "")
    productIdentifier = Identifier(row.text("productIdentifier") ?? "")
    storeCode = StoreCode(row.text("storeCode") ?? "")
    transactionIdentifier = Identifier(row.text("transactionIdentifier") ?? "")
    originalTransactionIdentifier = row.text("originalTransactionIdentifier").map { Identifier($0) }
    purchaseTime = Instant(row.integer("purchaseTime") ?? 0)
    expiryTime = row.integer("expiryTime").map(Instant.init)
    applicationUsername = row.text("applicationUsername").map { Identifier($0) }
  }
}

extension Row {
  /// Sets fields to what the columns of their names hold.
  fileprivate func read<Owner>(_ fields: [Field<Owner>], into owner: inout Owner) {
    for field in fields { field.set(&owner, content(of: field)) }
  }

  private func content<Owner>(of field: Field<Owner>) -> FieldContent {
    switch field.kind {
    case .text: text(field.name).map(FieldContent.text) ?? .null
    case .secret: text(field.name).map { .secret(Secret($0)) } ?? .null
    case .number: integer(field.name).map(FieldContent.number) ?? .null
    case .price: text(field.name).map { .price(Price(canonical: $0)) } ?? .null
    case .instant: integer(field.name).map { .instant(Instant($0)) } ?? .null
    case .flag: .flag(flag(field.name))
    }
  }
}

extension Value {
  /// As the store keeps it.
  init(_ content: FieldContent) {
    self =
      switch content {
      case .null: .null
      case .text(let text): .text(text)
      case .secret(let secret): .text(secret.revealed)
      case .number(let number): .integer(number)
      case .price(let price): .text(price.digits)
      case .instant(let instant): .integer(instant.milliseconds)
      case .flag(let flag): .flag(flag)
      }
  }
}
