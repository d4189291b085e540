package import IAPCore

extension BatchInput {
  /// The user and the markets of the command, for payments whose lines have none.
  package struct Defaults: Sendable {
    package var user: Identifier?
    /// The user of payments that have a token.
    package var userWithToken: Identifier?
    package var markets: [StoreCode] = []

    func apply(to payment: inout Payment) {
      if payment.user == nil {
        payment.user = payment.accessToken == nil ? user : userWithToken
      }
      if payment.markets.isEmpty { payment.markets = markets }
    }
  }
}
