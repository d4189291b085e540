/// The payment that an access token belongs to.
package struct PaymentTransaction: Hashable, Sendable {
  package var purchase: Purchase
  /// True proves that the payment is not consumed. False proves nothing: it may be consumed, refunded,
  /// or of a subscription.
  package var isConsumable: Bool

  package init(_ purchase: Purchase, isConsumable: Bool) {
    (self.purchase, self.isConsumable) = (purchase, isConsumable)
  }

  /// Whether it proves that a payment is not consumed. The token may be that of another payment.
  package func provesUnconsumed(_ payment: Identifier) -> Bool {
    isConsumable && purchase.paymentSeq.withoutLeadingZeros == payment.withoutLeadingZeros
  }
}
