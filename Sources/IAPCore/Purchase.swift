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
  ]
}

/// A subscription: its latest payment and its status.
package struct Subscription: Hashable, Sendable {
  package var purchase: Purchase
  /// Nil if the server lists the subscription as active without a status.
  package var status: SubscriptionStatus?
  /// The time of the last renewal, or of the purchase before the first one; nil if unknown.
  package var renewTime: Instant?

  package init(purchase: Purchase, status: SubscriptionStatus?, renewTime: Instant?) {
    self.purchase = purchase
    self.status = status
    self.renewTime = renewTime
  }

  /// The fields of ``Purchase``, plus two more.
  package static let fields: [Field<Subscription>] =
    Purchase.fields.map { $0.of({ $0.purchase }, { $1(&$0.purchase) }) } + [
      Field("status", { $0.status }, { $0.status = $1 }),
      Field("renewTime", { $0.renewTime }, { $0.renewTime = $1 }),
    ]
}

/// A product registered in the IAP console, with the SDK's property names.
package struct Product: Hashable, Sendable {
  /// The store's identifier of the product.
  package var productIdentifier: Identifier
  /// The console's number of the product.
  package var productSeq: Int64
  /// The name in the console.
  package var productName: String?
  /// Nil if it comes from the legacy item list, which has no types.
  package var productType: ProductType?
  package var price: Price?
  /// The currency code (ISO 4217).
  package var currency: String?
  package var localizedTitle: String?
  package var localizedDescription: String?
  package var localizedPrice: String?
  /// Whether the product is in use.
  package var isActive: Bool
  package var storeCode: StoreCode
  /// Whether the store has information on the product; nil if unknown.
  package var isValid: Bool?

  package init(
    productIdentifier: Identifier, productSeq: Int64, productName: String? = nil,
    productType: ProductType?, price: Price? = nil, currency: String? = nil,
    localizedTitle: String? = nil, localizedDescription: String? = nil,
    localizedPrice: String? = nil, isActive: Bool = true, storeCode: StoreCode = .appStore,
    isValid: Bool? = true
  ) {
    self.productIdentifier = productIdentifier
    self.productSeq = productSeq
    self.productName = productName
    self.productType = productType
    self.price = price
    self.currency = currency
    self.localizedTitle = localizedTitle
    self.localizedDescription = localizedDescription
    self.localizedPrice = localizedPrice
    self.isActive = isActive
    self.storeCode = storeCode
    self.isValid = isValid
  }

  package static let fields: [Field<Product>] = [
    Field(always: "productIdentifier", { $0.productIdentifier }, { $0.productIdentifier = $1 }),
    Field(always: "productSeq", { $0.productSeq }, { $0.productSeq = $1 }),
    Field("productName", { $0.productName }, { $0.productName = $1 }),
    Field("productType", { $0.productType }, { $0.productType = $1 }),
    Field("price", { $0.price }, { $0.price = $1 }),
    Field("currency", { $0.currency }, { $0.currency = $1 }),
    Field("localizedTitle", { $0.localizedTitle }, { $0.localizedTitle = $1 }),
    Field("localizedDescription", { $0.localizedDescription }, { $0.localizedDescription = $1 }),
    Field("localizedPrice", { $0.localizedPrice }, { $0.localizedPrice = $1 }),
    Field(always: "active", { $0.isActive }, { $0.isActive = $1 }),
    Field(always: "storeCode", { $0.storeCode }, { $0.storeCode = $1 }),
    Field("valid", { $0.isValid }, { $0.isValid = $1 }),
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

  /// The name in the API.
  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether payments of this type appear in the unconsumed list.
  package var isConsumed: Bool { self == .consumable || self == .consumableAutoRenewable }

  /// Whether the product is a subscription, which has a period and renews.
  package var isSubscription: Bool { self == .autoRenewable || self == .consumableAutoRenewable }
}

/// The status of a subscription, by the names of the Android SDK. Unknown names are kept unchanged.
package struct SubscriptionStatus: Hashable, Sendable, CustomStringConvertible {
  private let identifier: Identifier

  package static let active = SubscriptionStatus("ACTIVE")
  package static let canceled = SubscriptionStatus("CANCELED")
  package static let onHold = SubscriptionStatus("ON_HOLD")
  package static let inGracePeriod = SubscriptionStatus("IN_GRACE_PERIOD")
  package static let paused = SubscriptionStatus("PAUSED")
  package static let revoked = SubscriptionStatus("REVOKED")
  package static let expired = SubscriptionStatus("EXPIRED")
  package static let unknown = SubscriptionStatus("UNKNOWN")

  package static let known: [SubscriptionStatus] = [
    .active, .canceled, .onHold, .inGracePeriod, .paused, .revoked, .expired, .unknown,
  ]

  package init(_ name: String) { identifier = Identifier(name) }

  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether the user has access to the subscription at an instant.
  package func givesAccess(until expiry: Instant?, at now: Instant) -> Bool {
    switch self {
    case .active, .canceled: expiry.map { $0 > now } ?? false
    case .inGracePeriod: true
    default: false
    }
  }

  /// Whether the store refuses to sell the same subscription again, because it gives access or may
  /// do so again.
  package func isOwned(until expiry: Instant?, at now: Instant) -> Bool {
    switch self {
    case .onHold, .paused: true
    case .revoked, .expired: false
    case .unknown: expiry.map { $0 > now } ?? false
    default: givesAccess(until: expiry, at: now)
    }
  }

  /// Whether Google Play omits an unconsumed payment with this status from the unconsumed list.
  package var isWithheldByGooglePlay: Bool {
    [.inGracePeriod, .onHold, .paused, .expired, .revoked].contains(self)
  }
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

/// The code of a market. Unknown codes are kept unchanged, because new markets are added.
package struct StoreCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let identifier: Identifier

  package static let appStore: StoreCode = "AS"
  package static let googlePlay: StoreCode = "GG"
  package static let oneStore: StoreCode = "ONESTORE"

  /// The codes that the guides list, for suggestions and completion.
  package static let known: [StoreCode] = [
    .appStore, .googlePlay, .oneStore, "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM",
  ]

  /// The code of ONE store in the legacy API and in the files of the old SDK.
  private static let legacyOneStore: StoreCode = "TS"

  /// The code as the legacy API writes it.
  package var legacy: StoreCode { self == .oneStore ? Self.legacyOneStore : self }

  /// - Parameter code: as the legacy API writes it.
  package init(legacy code: StoreCode) { self = code == Self.legacyOneStore ? .oneStore : code }

  /// Whether the guides list the code, including that of the legacy API.
  package var isInGuides: Bool { Self.known.contains(self) || self == Self.legacyOneStore }

  package init(_ code: String) { identifier = Identifier(code) }

  package init(stringLiteral code: String) { self.init(code) }

  package var text: String { identifier.text }
  package var description: String { text }

  /// The web page on which users of this market manage subscriptions; nil if unknown.
  package var subscriptionsPage: String? {
    switch self {
    case .appStore: "https://apps.apple.com/account/subscriptions"
    case .googlePlay: "https://play.google.com/store/account/subscriptions"
    default: nil
    }
  }

  /// The address that opens this page in the store's own app; nil if unknown.
  package var subscriptionsAppPage: String? {
    self == .appStore
      ? "itms-apps://buy.itunes.apple.com/WebObjects/MZFinance.woa/wa/manageSubscriptions" : nil
  }
}
