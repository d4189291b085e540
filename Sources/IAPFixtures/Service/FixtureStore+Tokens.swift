package import IAPCore

/// Tokens are asked for over the API of Gamebase only, as a real game would.
extension FixtureStore {
  /// The payment of a token, or the error of the fault that applies to it.
  package func transaction(ofToken token: Secret) throws(IAPError) -> PaymentTransaction? {
    guard let purchase = try read({ try $0.transaction(ofToken: token)?.purchase }) else {
      return nil
    }
    return try query(
      .transaction, user: purchase.userID, payment: purchase.paymentSeq,
      in: purchase.storeCode.map { [$0] } ?? []
    ) { try $0.transaction(ofToken: token) }
  }

  package func transaction(of token: Secret) throws(IAPError) -> PaymentTransaction {
    try traced("payment of a token", try Self.onlyInGamebase("payment show --token-file")) {
      "payment \($0.purchase.paymentSeq)"
    }
  }

  package func subscriptions(of payments: [Payment]) throws(IAPError) -> [Subscription] {
    try traced(
      "subscriptions of payments", try Self.onlyInGamebase("subscriptions --of-payments")
    ) { "\($0.count) subscriptions" }
  }

  private static func onlyInGamebase<Answer>(_ operation: String) throws(IAPError) -> Answer {
    throw .iapctl(
      .unsupported,
      .notInAPI(operation: operation, api: "fixture", alternative: .gamebaseAPI))
  }
}
