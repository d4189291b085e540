package import IAPCore

/// One payment of a batch: what is sent, and what is known of the purchase.
package struct BatchItem: Hashable, Sendable {
  package var request: ConsumeRequest
  /// What a list said of it; nil if no list was asked.
  package var purchase: Purchase?
  /// Why this payment is consumed, if its line says so: a ticket's number, for the journal.
  package var ticket: String?

  package init(request: ConsumeRequest, purchase: Purchase? = nil, ticket: String? = nil) {
    self.request = request
    self.purchase = purchase
    self.ticket = ticket
  }

  /// The purchase, as far as it is known: be it only what is sent.
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
