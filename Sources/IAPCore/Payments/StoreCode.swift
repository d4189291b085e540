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

  /// The code of ONE store in the legacy API and in the files of the old SDK.
  private static let legacyOneStore: StoreCode = "TS"

  /// The code as the legacy API writes it.
  package var legacy: StoreCode { self == .oneStore ? Self.legacyOneStore : self }

  /// - Parameter code: as the legacy API writes it.
  package init(legacy code: StoreCode) { self = code == Self.legacyOneStore ? .oneStore : code }

  /// Whether the guides list the code, including that of the legacy API.
  package var isInGuides: Bool { Self.known.contains(self) || self == Self.legacyOneStore }

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

  /// The address that opens this page in the store's own app; nil if unknown.
  package var subscriptionsAppPage: String? {
    self == .appStore
      ? "itms-apps://buy.itunes.apple.com/WebObjects/MZFinance.woa/wa/manageSubscriptions" : nil
  }
}
