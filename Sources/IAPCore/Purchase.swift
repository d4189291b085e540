/// One charge, with the property names of the SDK's purchase result.
///
/// What the source does not tell is nil, never invented.
package struct Purchase: Hashable, Sendable {
  package var userID: Identifier?
  package var storeCode: StoreCode?
  package var productIdentifier: Identifier?
  package var productSeq: Int64?
  package var productType: ProductType?
  package var price: Price?
  /// ISO 4217.
  package var currency: String?
  /// The IAP server's number for the payment.
  package var paymentSeq: Identifier
  /// Lets its holder consume the payment.
  package var accessToken: Secret?
  package var transactionIdentifier: Identifier?
  /// The transaction that a renewal renews.
  package var originalTransactionIdentifier: Identifier?
  package var purchaseTime: Instant?
  package var expiryTime: Instant?
  /// Whether the user started it in the store itself (a promotion).
  package var isStorePayment: Bool?
  package var isSandboxPayment: Bool?
  /// What the app gave along with the purchase.
  package var payload: String?

  package init(paymentSeq: Identifier) { self.paymentSeq = paymentSeq }
}

/// A subscription: its latest payment, and how it stands.
package struct Subscription: Hashable, Sendable {
  package var purchase: Purchase
  /// Nil where the server lists it as active and says no more.
  package var status: SubscriptionStatus?
  /// When it renewed last; nil before the first renewal.
  package var renewTime: Instant?

  package init(purchase: Purchase, status: SubscriptionStatus?, renewTime: Instant?) {
    self.purchase = purchase
    self.status = status
    self.renewTime = renewTime
  }
}
