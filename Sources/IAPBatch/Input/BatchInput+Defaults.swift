package import IAPCore

extension BatchInput {
  /// The user and the markets of the command, for payments whose lines have none.
  package struct Defaults: Sendable {
    private let user: Identifier?
    private let userWithToken: Identifier?
    private let markets: [StoreCode]

    /// - Parameter userWithToken: the user of payments that have a token.
    package init(
      user: Identifier? = nil, userWithToken: Identifier? = nil, markets: [StoreCode] = []
    ) {
      (self.user, self.userWithToken, self.markets) = (user, userWithToken, markets)
    }

    func apply(to payment: inout Payment) {
      if payment.user == nil {
        payment.user = payment.accessToken == nil ? user : userWithToken
      }
      if payment.markets.isEmpty { payment.markets = markets }
    }
  }
}
