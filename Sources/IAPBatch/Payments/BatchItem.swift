package import IAPCore

/// One payment of a batch: the request, and what is known of the purchase.
package struct BatchItem: Hashable, Sendable {
  package var request: ConsumeRequest
  /// The purchase from an unconsumed list or the input; nil if nothing is known but the request.
  package var purchase: Purchase?
  /// The ticket from the payment's input line, for the journal; nil if the line has none.
  package var ticket: String?

  package init(request: ConsumeRequest, purchase: Purchase? = nil, ticket: String? = nil) {
    self.request = request
    self.purchase = purchase
    self.ticket = ticket
  }

  /// What is known of the purchase, from ``purchase`` and ``request``.
  package var known: Purchase {
    var purchase = purchase ?? Purchase(paymentSeq: request.paymentSeq)
    purchase.userID = purchase.userID ?? request.user
    if purchase.storeCode == nil, request.markets.count == 1 {
      purchase.storeCode = request.markets.first
    }
    purchase.productSeq = purchase.productSeq ?? request.productSeq
    purchase.accessToken = purchase.accessToken ?? request.accessToken
    return purchase
  }
}
