/// One charge, with the property names of the SDK's purchase result.
///
/// A value is nil if the source does not contain it.
package struct Purchase: Hashable, Sendable {
  package var userID: Identifier?
  package var storeCode: StoreCode?
  package var productIdentifier: Identifier?
  package var productSeq: Int64?
  package var productType: ProductType?
  package var price: Price?
  /// The currency code (ISO 4217).
  package var currency: String?
  /// The payment number of the IAP server.
  package var paymentSeq: Identifier
  /// The access token, with which any client can consume the payment.
  package var accessToken: Secret?
  package var transactionIdentifier: Identifier?
  /// The first transaction of the subscription. The first payment has its own transaction here.
  package var originalTransactionIdentifier: Identifier?
  package var purchaseTime: Instant?
  package var expiryTime: Instant?
  /// Whether the user started the purchase in the store itself (a promotion).
  package var isStorePayment: Bool?
  package var isSandboxPayment: Bool?
  /// The data that the app attached to the purchase.
  package var payload: String?
  /// The product's identifier in Gamebase.
  package var gamebaseProductID: Identifier?

  package init(paymentSeq: Identifier) { self.paymentSeq = paymentSeq }

  package static let fields: [Field<Purchase>] = [
    Field("userID", { $0.userID }, { $0.userID = $1 }),
    Field("storeCode", { $0.storeCode }, { $0.storeCode = $1 }),
    Field("productIdentifier", { $0.productIdentifier }, { $0.productIdentifier = $1 }),
    Field("productSeq", { $0.productSeq }, { $0.productSeq = $1 }),
    Field("productType", { $0.productType }, { $0.productType = $1 }),
    Field("price", { $0.price }, { $0.price = $1 }),
    Field("currency", { $0.currency }, { $0.currency = $1 }),
    Field(always: "paymentSeq", { $0.paymentSeq }, { $0.paymentSeq = $1 }),
    Field("accessToken", { $0.accessToken }, { $0.accessToken = $1 }),
    Field("transactionIdentifier", { $0.transactionIdentifier }, { $0.transactionIdentifier = $1 }),
    Field(
      "originalTransactionIdentifier", { $0.originalTransactionIdentifier },
      { $0.originalTransactionIdentifier = $1 }),
    Field("purchaseTime", { $0.purchaseTime }, { $0.purchaseTime = $1 }),
    Field("expiryTime", { $0.expiryTime }, { $0.expiryTime = $1 }),
    Field("storePayment", { $0.isStorePayment }, { $0.isStorePayment = $1 }),
    Field("sandboxPayment", { $0.isSandboxPayment }, { $0.isSandboxPayment = $1 }),
    Field("payload", { $0.payload }, { $0.payload = $1 }),
    Field("gamebaseProductId", { $0.gamebaseProductID }, { $0.gamebaseProductID = $1 }),
  ]

  /// What the fields of purchases, subscriptions, products and events mean, by their names.
  package static let meanings: [String: String] = [
    "userID": "the user who paid",
    "storeCode": "the market that took the money: AS, GG, ONESTORE or another",
    "productIdentifier": "the store's identifier of the product",
    "productSeq": "the IAP console's number of the product",
    "productName": "the IAP console's name of the product",
    "productType": "CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE or UNKNOWN",
    "price": "the amount, with its exact digits",
    "currency": "ISO 4217",
    "localizedTitle": "the title of the product in the store",
    "localizedDescription": "the description of the product in the store",
    "localizedPrice": "the price as the store shows it",
    "active": "whether the product is in use",
    "valid": "whether the store has information on it",
    "paymentSeq": "the number of the payment, issued by the IAP server",
    "accessToken": "the secret that consumes the payment",
    "transactionIdentifier": "the store's identifier of the charge",
    "originalTransactionIdentifier":
      "the transaction of the subscription's first payment; null for other products",
    "purchaseTime": "the time of the purchase",
    "expiryTime": "the end of the subscription; null for other products",
    "storePayment": "whether the user started it in the store itself (a promotion)",
    "sandboxPayment": "whether it is a sandbox payment",
    "payload": "the text that the app attached to the purchase",
    "gamebaseProductId": "the product's identifier in Gamebase; null with other APIs",
    "referenceStatus":
      "what Google Play says of the subscription, in Gamebase's words; null with other APIs and markets",
    "status":
      "ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; null if "
      + "the server says only that it is active",
    "renewTime": "the time of the last renewal; before the first renewal, the time of the purchase",
    "time": "the store's time of the event",
    "kind": "what happened: reserved, charged, verified, consumed, renewed, expired, …",
    "before":
      "the state of the payment or the status of the subscription before; null if there was none",
    "after": "the state or the status after the event",
  ]

  /// The place of a field in ``fields``.
  ///
  /// - Parameter name: the name of a field, written in the code.
  package static func place(of name: String) -> Int {
    guard let place = fields.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(name) is no field of a purchase")
    }
    return place
  }
}

/// A subscription: its latest payment and its status.
package struct Subscription: Hashable, Sendable {
  package var purchase: Purchase
  /// Nil if the server lists the subscription as active without a status.
  package var status: SubscriptionStatus?
  /// The time of the last renewal, or of the purchase before the first one; nil if unknown.
  package var renewTime: Instant?
  /// What Google Play says of the subscription, in Gamebase's words; nil for other markets and servers.
  package var referenceStatus: String?

  package init(purchase: Purchase, status: SubscriptionStatus?, renewTime: Instant?) {
    self.purchase = purchase
    self.status = status
    self.renewTime = renewTime
  }

  /// The fields of ``Purchase``, plus three more.
  package static let fields: [Field<Subscription>] =
    Purchase.fields.map { $0.of({ $0.purchase }, { $1(&$0.purchase) }) } + [
      Field("status", { $0.status }, { $0.status = $1 }),
      Field("renewTime", { $0.renewTime }, { $0.renewTime = $1 }),
      Field("referenceStatus", { $0.referenceStatus }, { $0.referenceStatus = $1 }),
    ]
}

/// The type of a product, by its name in the API. Unknown names are kept unchanged.
package struct ProductType: Hashable, Sendable, CustomStringConvertible {
  private let identifier: Identifier

  package static let consumable = ProductType(name: "CONSUMABLE")
  package static let autoRenewable = ProductType(name: "AUTO_RENEWABLE")
  package static let consumableAutoRenewable = ProductType(name: "CONSUMABLE_AUTO_RENEWABLE")
  package static let unknown = ProductType(name: "UNKNOWN")

  package static let known: [ProductType] = [
    .consumable, .autoRenewable, .consumableAutoRenewable, .unknown,
  ]

  /// Parses an API name. The console's `AUTO_SUBSCRIPTION` is read as `AUTO_RENEWABLE`.
  package init(_ name: String) {
    let name = Identifier(name)
    identifier = name == "AUTO_SUBSCRIPTION" ? Self.autoRenewable.identifier : name
  }

  private init(name: Identifier) { identifier = name }

  /// The names and numbers in the enum of the SDKs (`NHNCloudProductType`), in the order of ``known``.
  package static let ofSDK = [
    ("Consumable", 1), ("AutoRenewableSubscription", 2), ("ConsumableSubscription", 3),
    ("Unknown", 0),
  ]

  /// The name in the API.
  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether payments of this type appear in the unconsumed list.
  package var isConsumed: Bool { self == .consumable || self == .consumableAutoRenewable }

  /// Whether the product is a subscription, which has a period and renews.
  package var isSubscription: Bool { self == .autoRenewable || self == .consumableAutoRenewable }
}

/// The state of a payment. Whether it is consumed is stored separately; only ``success`` can be
/// consumed.
package enum PaymentState: String, Sendable, CaseIterable {
  /// Reserved, not paid. Incomplete: neither unconsumed nor active until it is reprocessed.
  case reserved = "RESERVED"
  /// Paid, not verified. Incomplete.
  case charged = "CHARGED"
  /// Paid and verified.
  case success = "SUCCESS"
  /// The user closed the payment sheet, or no money was taken.
  case userClose = "USER_CLOSE"
  /// The charge or its verification failed.
  case failure = "FAILURE"
  /// Refunded. The payment is removed from the unconsumed list permanently.
  case refund = "REFUND"
}
