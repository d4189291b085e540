/// The code of a market. Unknown codes are kept unchanged, because new markets are added.
package struct StoreCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let identifier: Identifier

  package static let appStore: StoreCode = "AS"
  package static let googlePlay: StoreCode = "GG"
  package static let oneStore: StoreCode = "ONESTORE"

  /// The codes that the guides list, for suggestions and completion.
  package static let known: [StoreCode] = [
    .appStore, .googlePlay, .oneStore, "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM",
  ]

  /// Whether the guides list the code, including the legacy API's `TS`.
  package var isInGuides: Bool { Self.known.contains(self) || self == "TS" }

  package init(_ code: String) { identifier = Identifier(code) }

  package init(stringLiteral code: String) { self.init(code) }

  package var text: String { identifier.text }
  package var description: String { text }

  /// The web page on which users of this market manage subscriptions; nil if unknown.
  package var subscriptionsPage: String? {
    switch self {
    case .appStore: "https://apps.apple.com/account/subscriptions"
    case .googlePlay: "https://play.google.com/store/account/subscriptions"
    default: nil
    }
  }
}
