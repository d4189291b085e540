/// What kind of thing a product is, by its name on the wire. An unknown name survives as it is.
package struct ProductType: Hashable, Sendable, CustomStringConvertible {
  /// The wire name.
  package let name: String

  package static let consumable = ProductType(name: "CONSUMABLE")
  package static let autoRenewable = ProductType(name: "AUTO_RENEWABLE")
  package static let consumableAutoRenewable = ProductType(name: "CONSUMABLE_AUTO_RENEWABLE")
  package static let unknown = ProductType(name: "UNKNOWN")

  package static let known: [ProductType] = [
    .consumable, .autoRenewable, .consumableAutoRenewable, .unknown,
  ]

  /// Reads a wire name; the consoles' `AUTO_SUBSCRIPTION` is read as `AUTO_RENEWABLE`.
  package init(_ name: String) {
    self.name = name == "AUTO_SUBSCRIPTION" ? Self.autoRenewable.name : name
  }

  private init(name: String) { self.name = name }

  package var description: String { name }

  /// Whether its payments appear in the unconsumed list.
  package var isConsumed: Bool { self == .consumable || self == .consumableAutoRenewable }

  /// Whether it runs for a period and renews.
  package var isSubscription: Bool { self == .autoRenewable || self == .consumableAutoRenewable }
}
