package import IAPCore
import SQLite

/// What the API of Gamebase asks by the tokens of payments.
extension StoreSession {
  /// Those of some texts that are access tokens. The purchases are read once.
  package func tokens(among texts: Set<String>) throws -> Set<String> {
    var filter = Filter()
    filter.require("accessToken", oneOf: texts.filter { !$0.isEmpty && !$0.utf8.contains(0) })
    guard !filter.values.isEmpty else { return [] }
    return Set(
      try connection.all(
        "SELECT accessToken FROM purchase \(filter.clause)", filter.values,
        make: { $0.text(0) ?? "" }))
  }

  /// The payment of an access token; nil if no payment has the token.
  package func transaction(ofToken token: Secret) throws -> PaymentTransaction? {
    let number = try connection.first(
      "SELECT paymentSeq FROM purchase WHERE accessToken = ?", [.text(token.revealed)],
      make: { Identifier($0.text("paymentSeq") ?? "") })
    guard let number, let purchase = try payment(numbered: number) else { return nil }
    let answer = try consumable(Payment(number), try failuresOfMarkets())
    return PaymentTransaction(purchase, isConsumable: (try? answer.get()) != nil)
  }

  /// The subscriptions that some payments belong to, each by its latest payment; nil if a token is
  /// not that of its payment.
  package func subscriptions(ofPayments payments: [Payment]) throws -> [Subscription]? {
    var found: [Subscription] = []
    for payment in payments {
      guard let row = try purchase(numbered: payment.paymentSeq),
        row.purchase.accessToken == payment.accessToken, let user = row.purchase.userID
      else { return nil }
      var query = SubscriptionQuery(user: user)
      query.selection = .all
      let key = row.subscriptionKey
      let all = try subscriptions(query).elements
      found += all.filter { $0.purchase.originalTransactionIdentifier == key }
    }
    return found
  }

  /// A payment in any state, or nil if there is none with this number.
  package func payment(numbered number: Identifier) throws -> Purchase? {
    try purchase(numbered: number)?.purchase
  }
}
