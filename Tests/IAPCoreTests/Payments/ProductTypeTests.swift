import IAPCore
import Testing

struct ProductTypeTests {
  @Test(arguments: [
    (ProductType.consumable, "CONSUMABLE"), (.autoRenewable, "AUTO_RENEWABLE"),
    (.consumableAutoRenewable, "CONSUMABLE_AUTO_RENEWABLE"), (.unknown, "UNKNOWN"),
  ])
  func `The known types have their wire names`(type: ProductType, name: String) {
    #expect(type.name == name)
    #expect(type.description == name)
    #expect(ProductType(name) == type)
    #expect(ProductType.known.contains(type))
  }

  @Test
  func `The console's name AUTO_SUBSCRIPTION is read, but not written`() {
    #expect(ProductType("AUTO_SUBSCRIPTION") == .autoRenewable)
    #expect(ProductType("AUTO_SUBSCRIPTION").name == "AUTO_RENEWABLE")
    #expect(!ProductType.known.map(\.name).contains("AUTO_SUBSCRIPTION"))
  }

  @Test(arguments: ["NON_CONSUMABLE", "consumable", "", "auto_subscription"])
  func `An unknown type is kept, and is neither consumable nor a subscription`(name: String) {
    let type = ProductType(name)
    #expect(type.name == name)
    #expect(!ProductType.known.contains(type))
    #expect(!type.isConsumed)
    #expect(!type.isSubscription)
  }

  @Test(arguments: [
    (ProductType.consumable, true, false), (.autoRenewable, false, true),
    (.consumableAutoRenewable, true, true), (.unknown, false, false),
  ])
  func `A consumable subscription is consumable and a subscription`(
    type: ProductType, isConsumed: Bool, isSubscription: Bool
  ) {
    #expect(type.isConsumed == isConsumed)
    #expect(type.isSubscription == isSubscription)
  }
}
