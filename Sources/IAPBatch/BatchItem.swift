package import IAPCore

/// One payment of a batch: what is sent, and what is known of the purchase.
package struct BatchItem: Hashable, Sendable {
  package var request: ConsumeRequest
  /// What a list said of it; nil where nobody was asked.
  package var purchase: Purchase?

  package init(request: ConsumeRequest, purchase: Purchase? = nil) {
    self.request = request
    self.purchase = purchase
  }
}
