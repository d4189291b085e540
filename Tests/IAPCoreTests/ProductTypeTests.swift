import IAPCore
import Testing

struct ProductTypeTests {
  @Test(
    arguments: [
      (ProductType.consumable, "CONSUMABLE"), (.autoRenewable, "AUTO_RENEWABLE"),
      (.consumableAutoRenewable, "CONSUMABLE_AUTO_RENEWABLE"), (.unknown, "UNKNOWN"),
    ])
  func `the known types have their wire names`(type: ProductType, name: String) {
    #expect(type.name == name)
    #expect(type.description == name)
    #expect(ProductType(name) == type)
    #expect(ProductType.known.contains(type))
  }

  @Test func `the name that the consoles use is read and never written`() {
    #expect(ProductType("AUTO_SUBSCRIPTION") == .autoRenewable)
    #expect(ProductType("AUTO_SUBSCRIPTION").name == "AUTO_RENEWABLE")
    #expect(!ProductType.known.map(\.name).contains("AUTO_SUBSCRIPTION"))
  }

  @Test(arguments: ["NON_CONSUMABLE", "consumable", "", "auto_subscription"])
  func `an unknown name survives, and promises nothing`(name: String) {
    let type = ProductType(name)
    #expect(type.name == name)
    #expect(!ProductType.known.contains(type))
    #expect(!type.isConsumed)
    #expect(!type.isSubscription)
  }

  @Test(
    arguments: [
      (ProductType.consumable, true, false), (.autoRenewable, false, true),
      (.consumableAutoRenewable, true, true), (.unknown, false, false),
    ])
  func `a consumable subscription is both`(
    type: ProductType, isConsumed: Bool, isSubscription: Bool
  ) {
    #expect(type.isConsumed == isConsumed)
    #expect(type.isSubscription == isSubscription)
  }
}
