/// Where the money is taken. There may be new ones: any code survives as it is.
package struct StoreCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let identifier: Identifier

  package static let appStore: StoreCode = "AS"
  package static let googlePlay: StoreCode = "GG"
  package static let oneStore: StoreCode = "ONESTORE"

  /// The codes that the guides list, for suggestions and completion.
  package static let known: [StoreCode] = [
    .appStore, .googlePlay, .oneStore, "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM",
  ]

  /// Whether a guide lists it, be it as the legacy API's `TS`.
  package var isInGuides: Bool { Self.known.contains(self) || self == "TS" }

  package init(_ code: String) { identifier = Identifier(code) }

  package init(stringLiteral code: String) { self.init(code) }

  package var text: String { identifier.text }
  package var description: String { text }

  /// Where a user of this market manages subscriptions, or nil where no page is known.
  package var subscriptionsPage: String? {
    switch self {
    case .appStore: "https://apps.apple.com/account/subscriptions"
    case .googlePlay: "https://play.google.com/store/account/subscriptions"
    default: nil
    }
  }
}
