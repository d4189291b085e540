/// The payment that an access token belongs to.
package struct PaymentTransaction: Hashable, Sendable {
  package var purchase: Purchase
  /// True proves that the payment was not consumed when the server answered, and nothing about a request
  /// that is still at work. False proves nothing: it may be consumed, refunded, or of a subscription.
  package var isConsumable: Bool

  package init(_ purchase: Purchase, isConsumable: Bool) {
    (self.purchase, self.isConsumable) = (purchase, isConsumable)
  }

  /// Whether it proves that a payment was not consumed. The token may be that of another payment, so
  /// everything that is known of the payment must agree. The user may have a prefix here.
  package func provesUnconsumed(_ payment: Payment) -> Bool {
    isConsumable && purchase.paymentSeq.withoutLeadingZeros == payment.number
      && (payment.productSeq == nil || payment.productSeq == purchase.productSeq)
      && (payment.storeCode == nil || payment.storeCode == purchase.storeCode)
  }
}
