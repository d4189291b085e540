import IAPCore
import Testing

@Suite("Product type")
struct ProductTypeTests {
  @Test(
    "The known types have their wire names",
    arguments: [
      (ProductType.consumable, "CONSUMABLE"), (.autoRenewable, "AUTO_RENEWABLE"),
      (.consumableAutoRenewable, "CONSUMABLE_AUTO_RENEWABLE"), (.unknown, "UNKNOWN"),
    ])
  func theKnownTypesHaveTheirWireNames(type: ProductType, name: String) {
    #expect(type.name == name)
    #expect(type.description == name)
    #expect(ProductType(name) == type)
    #expect(ProductType.known.contains(type))
  }

  @Test("The console's name AUTO_SUBSCRIPTION is read, but not written")
  func theConsolesNameAUTOSUBSCRIPTIONIsReadButNotWritten() {
    #expect(ProductType("AUTO_SUBSCRIPTION") == .autoRenewable)
    #expect(ProductType("AUTO_SUBSCRIPTION").name == "AUTO_RENEWABLE")
    #expect(!ProductType.known.map(\.name).contains("AUTO_SUBSCRIPTION"))
  }

  @Test(
    "An unknown type is kept, and is neither consumable nor a subscription",
    arguments: ["NON_CONSUMABLE", "consumable", "", "auto_subscription"])
  func anUnknownTypeIsKeptAndIsNeitherConsumableNorASubscription(name: String) {
    let type = ProductType(name)
    #expect(type.name == name)
    #expect(!ProductType.known.contains(type))
    #expect(!type.isConsumed)
    #expect(!type.isSubscription)
  }

  @Test(
    "A consumable subscription is consumable and a subscription",
    arguments: [
      (ProductType.consumable, true, false), (.autoRenewable, false, true),
      (.consumableAutoRenewable, true, true), (.unknown, false, false),
    ])
  func aConsumableSubscriptionIsConsumableAndASubscription(
    type: ProductType, isConsumed: Bool, isSubscription: Bool
  ) {
    #expect(type.isConsumed == isConsumed)
    #expect(type.isSubscription == isSubscription)
  }
}
