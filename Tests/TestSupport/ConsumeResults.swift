package import IAPBatch
package import IAPCore

extension ConsumeResult {
  /// The result of a payment of which nothing is known but its number.
  package init(
    _ payment: Identifier, _ call: CallResult<ConsumeReceipt>, priorUnknown: Bool = false
  ) {
    let claim = Claim.granted(Claim.Grant(priorUnknown: priorUnknown))
    self.init(ClaimedPayment(Payment(payment), claim), call)
  }

  /// The result of a payment that was not sent, and of which nothing is known but its number.
  package init(
    _ payment: Identifier, _ outcome: Outcome, priorUnknown: Bool = false, error: IAPError? = nil
  ) {
    self.init(
      ClaimedPayment(Payment(payment)), outcome, priorUnknown: priorUnknown, error: error)
  }
}
