import IAPCore

/// A product as the dialect `fixture` writes it.
struct FixtureProduct: Decodable, Sendable {
  let product: Product

  private enum Key: CodingKey {
    case productIdentifier, productSeq, productName, productType, price, currency
    case localizedTitle, localizedDescription, localizedPrice, active, storeCode, valid
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    product = Product(
      productIdentifier: Identifier(try members.decode(String.self, forKey: .productIdentifier)),
      productSeq: try members.decode(WireInteger.self, forKey: .productSeq).value,
      productName: try members.text(.productName),
      productType: try members.text(.productType).map { ProductType($0) },
      price: try members.decodeIfPresent(WirePrice.self, forKey: .price)?.price,
      currency: try members.text(.currency), localizedTitle: try members.text(.localizedTitle),
      localizedDescription: try members.text(.localizedDescription),
      localizedPrice: try members.text(.localizedPrice),
      isActive: try members.decode(Bool.self, forKey: .active),
      storeCode: StoreCode(try members.decode(String.self, forKey: .storeCode)),
      isValid: try members.decodeIfPresent(Bool.self, forKey: .valid))
  }
}

/// A purchase as the dialect `fixture` writes it.
struct FixturePurchase: Decodable, Sendable {
  private(set) var purchase: Purchase

  private enum Key: CodingKey {
    case userID, storeCode, productIdentifier, productSeq, productType, price, currency
    case paymentSeq, accessToken, transactionIdentifier, originalTransactionIdentifier
    case purchaseTime, expiryTime, storePayment, sandboxPayment, payload
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    purchase = Purchase(
      paymentSeq: try members.decode(WirePaymentSeq.self, forKey: .paymentSeq).identifier)
    purchase.userID = try members.identifier(.userID)
    purchase.storeCode = try members.text(.storeCode).map { StoreCode($0) }
    purchase.productIdentifier = try members.identifier(.productIdentifier)
    purchase.productSeq = try members.decodeIfPresent(
      WireInteger.self, forKey: .productSeq)?.value
    purchase.productType = try members.text(.productType).map { ProductType($0) }
    purchase.price = try members.decodeIfPresent(WirePrice.self, forKey: .price)?.price
    purchase.currency = try members.text(.currency)
    purchase.accessToken = try members.text(.accessToken).map { Secret($0) }
    purchase.transactionIdentifier = try members.identifier(.transactionIdentifier)
    purchase.originalTransactionIdentifier = try members.identifier(
      .originalTransactionIdentifier)
    purchase.purchaseTime = try members.instant(.purchaseTime)
    purchase.expiryTime = try members.instant(.expiryTime)
    purchase.isStorePayment = try members.decodeIfPresent(Bool.self, forKey: .storePayment)
    purchase.isSandboxPayment = try members.decodeIfPresent(Bool.self, forKey: .sandboxPayment)
    purchase.payload = try members.text(.payload)
  }
}

/// A subscription as the dialect `fixture` writes it: a purchase with two more members.
struct FixtureSubscription: Decodable, Sendable {
  let subscription: Subscription

  private enum Key: CodingKey { case status, renewTime }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    subscription = Subscription(
      purchase: try FixturePurchase(from: decoder).purchase,
      status: try members.text(.status).map { SubscriptionStatus($0) },
      renewTime: try members.instant(.renewTime))
  }
}

extension KeyedDecodingContainer {
  fileprivate func text(_ key: Key) throws -> String? {
    try decodeIfPresent(String.self, forKey: key)
  }

  fileprivate func identifier(_ key: Key) throws -> Identifier? {
    try text(key).map { Identifier($0) }
  }

  /// An instant in RFC 3339.
  fileprivate func instant(_ key: Key) throws -> Instant? {
    guard let text = try text(key) else { return nil }
    guard let instant = Instant(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "no instant")
    }
    return instant
  }
}
