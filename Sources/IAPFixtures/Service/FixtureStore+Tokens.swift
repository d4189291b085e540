package import IAPCore
import SQLite

/// What the API of Gamebase asks by the tokens of payments.
extension FixtureStore {
  /// Those of some texts that are access tokens. The purchases are read once.
  package func tokens(among texts: Set<String>) throws(IAPError) -> Set<String> {
    var filter = Filter()
    filter.require("accessToken", oneOf: texts.filter { !$0.isEmpty && !$0.utf8.contains(0) })
    guard !filter.values.isEmpty else { return [] }
    return try look { session in
      Set(
        try session.connection.all(
          "SELECT accessToken FROM purchase \(filter.clause)", filter.values,
          make: { $0.text(0) ?? "" }))
    }
  }

  /// The payment of an access token; nil if no payment has the token.
  package func transaction(ofToken token: Secret) throws(IAPError) -> PaymentTransaction? {
    try look { session throws -> PaymentTransaction? in
      let number = try session.connection.first(
        "SELECT paymentSeq FROM purchase WHERE accessToken = ?", [.text(token.revealed)],
        make: { Identifier($0.text("paymentSeq") ?? "") })
      guard let number, let purchase = try session.purchase(numbered: number)?.purchase else {
        return nil
      }
      let answer = try session.consumable(Payment(number), try session.failuresOfMarkets())
      return PaymentTransaction(purchase, isConsumable: (try? answer.get()) != nil)
    }
  }

  /// The subscriptions that some payments belong to, each by its latest payment; nil if a token is
  /// not that of its payment.
  package func subscriptions(ofPayments payments: [Payment]) throws(IAPError) -> [Subscription]? {
    try look { session throws -> [Subscription]? in
      var found: [Subscription] = []
      for payment in payments {
        guard let row = try session.purchase(numbered: payment.paymentSeq),
          row.purchase.accessToken == payment.accessToken, let user = row.purchase.userID
        else { return nil }
        var query = SubscriptionQuery(user: user)
        query.selection = .all
        let key = row.subscriptionKey
        let all = try session.subscriptions(query).elements
        found += all.filter { $0.purchase.originalTransactionIdentifier == key }
      }
      return found
    }
  }

  /// Tokens are asked for over the API of Gamebase only, as a real game would.
  package func transaction(of token: Secret) throws(IAPError) -> PaymentTransaction {
    throw Self.onlyInGamebase("payment show --token-file")
  }

  package func subscriptions(of payments: [Payment]) throws(IAPError) -> [Subscription] {
    throw Self.onlyInGamebase("subscriptions --of-payments")
  }

  private static func onlyInGamebase(_ operation: String) -> IAPError {
    .iapctl(
      .unsupported,
      .notInAPI(operation: operation, api: "fixture", alternative: .gamebaseAPI))
  }
}
