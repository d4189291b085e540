import IAPCore

struct FixtureDialect: Dialect {
  static let name = "fixture"
  init(_ access: RemoteAccess) {}
  func products(in markets: [StoreCode]) throws(IAPError) -> [Call<Answer<Product>>] {
    throw Self.unable(.products)
  }
  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [Call<Answer<Purchase>>] {
    throw Self.unable(.unconsumed)
  }
  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [Call<Answer<Subscription>>] { throw Self.unable(.subscriptions) }
  func consume(_ purchase: Purchase) throws(IAPError) -> Call<ConsumeReceipt> {
    throw Self.unable(.consume)
  }
}
