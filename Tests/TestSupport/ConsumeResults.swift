package import IAPBatch
package import IAPCore

extension ConsumeResult {
  /// The result of a payment of which nothing is known but its number.
  package init(
    _ payment: Identifier, _ call: CallResult<ConsumeReceipt>, priorUnknown: Bool = false
  ) {
    self.init(
      BatchItem(request: ConsumeRequest(paymentSeq: payment)), call, priorUnknown: priorUnknown)
  }
}
