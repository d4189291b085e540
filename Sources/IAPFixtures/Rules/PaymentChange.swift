package import IAPCore

/// What a person decides about a payment: in the console of the app, in that of a market, or on the
/// device of a parent.
package enum PaymentChange: Hashable, Sendable {
  /// Sets the state as the console does.
  ///
  /// - Parameter charge: what the store charged. Only a payment that becomes successful can be given
  ///   one.
  case state(PaymentState, Charge = Charge())
  /// Sets the status of the payment's subscription.
  ///
  /// - Parameter until: when its period ends from now on; nil to keep that time.
  case status(SubscriptionStatus, until: ClockChange?)
  /// Approves a purchase that waits for approval: it is paid now.
  case approval
  /// Declines a purchase that waits for approval: it ends, and no money was taken.
  case refusal
}

/// What a person knows of the charge of a payment. A value that is nil stays as the payment has it.
package struct Charge: Hashable, Sendable {
  /// The transaction in the receipt.
  package var receipt: Identifier?
  package var price: Price?
  package var currency: String?

  package init(receipt: Identifier? = nil, price: Price? = nil, currency: String? = nil) {
    (self.receipt, self.price, self.currency) = (receipt, price, currency)
  }
}
