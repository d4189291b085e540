/// What kind of thing a product is, by its name on the wire. An unknown name survives as it is.
package struct ProductType: Hashable, Sendable, CustomStringConvertible {
  private let identifier: Identifier

  package static let consumable = ProductType(name: "CONSUMABLE")
  package static let autoRenewable = ProductType(name: "AUTO_RENEWABLE")
  package static let consumableAutoRenewable = ProductType(name: "CONSUMABLE_AUTO_RENEWABLE")
  package static let unknown = ProductType(name: "UNKNOWN")

  package static let known: [ProductType] = [
    .consumable, .autoRenewable, .consumableAutoRenewable, .unknown,
  ]

  /// Reads a wire name; the consoles' `AUTO_SUBSCRIPTION` is read as `AUTO_RENEWABLE`.
  package init(_ name: String) {
    let name = Identifier(name)
    identifier = name == "AUTO_SUBSCRIPTION" ? Self.autoRenewable.identifier : name
  }

  private init(name: Identifier) { identifier = name }

  /// The wire name.
  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether its payments appear in the unconsumed list.
  package var isConsumed: Bool { self == .consumable || self == .consumableAutoRenewable }

  /// Whether it runs for a period and renews.
  package var isSubscription: Bool { self == .autoRenewable || self == .consumableAutoRenewable }
}
