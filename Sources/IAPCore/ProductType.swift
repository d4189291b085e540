/// The type of a product, by its name in the API. Unknown names are kept unchanged.
package struct ProductType: Hashable, Sendable, CustomStringConvertible {
  private let identifier: Identifier

  package static let consumable = ProductType(name: "CONSUMABLE")
  package static let autoRenewable = ProductType(name: "AUTO_RENEWABLE")
  package static let consumableAutoRenewable = ProductType(name: "CONSUMABLE_AUTO_RENEWABLE")
  package static let unknown = ProductType(name: "UNKNOWN")

  package static let known: [ProductType] = [
    .consumable, .autoRenewable, .consumableAutoRenewable, .unknown,
  ]

  /// Parses an API name. The console's `AUTO_SUBSCRIPTION` is read as `AUTO_RENEWABLE`.
  package init(_ name: String) {
    let name = Identifier(name)
    identifier = name == "AUTO_SUBSCRIPTION" ? Self.autoRenewable.identifier : name
  }

  private init(name: Identifier) { identifier = name }

  /// The name in the API.
  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether payments of this type appear in the unconsumed list.
  package var isConsumed: Bool { self == .consumable || self == .consumableAutoRenewable }

  /// Whether the product is a subscription, which has a period and renews.
  package var isSubscription: Bool { self == .autoRenewable || self == .consumableAutoRenewable }
}
