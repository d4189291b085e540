package struct PurchaseRequest: Hashable, Sendable {
  /// The simulated failure of a purchase.
  package enum Simulation: String, Sendable, CaseIterable {
    case cancelled
    case paymentFailed = "payment-failed"
    case verifyFailed = "verify-failed"
    /// Interrupted after the payment and before the verification.
    case interrupted
    case notAllowed = "not-allowed"
    /// The app was closed before the payment.
    case reserved
    /// The purchase waits until it is approved, by a parent for example (Ask to Buy).
    case pending
  }

  package var product: Identifier
  package var user: Identifier
  package var market: StoreCode
  package var payload: String?
  package var isSandbox = false
  /// Whether the user started the purchase in the store itself.
  package var isPromotion = false
  /// Whether the app defers a promotion, so that it is not paid now.
  package var isDeferred = false
  package var simulation: Simulation?
  /// The version of the app's SDK, which must be able to verify the purchase. Nil if that does not
  /// matter.
  package var sdk: SDKVersion?

  package init(product: Identifier, user: Identifier, market: StoreCode = .appStore) {
    self.product = product
    self.user = user
    self.market = market
  }
}

package enum PurchaseOutcome: Hashable, Sendable {
  case completed(Purchase)
  /// Reserved but not paid: the purchase must be reprocessed, which closes it.
  case reserved(payment: Identifier)
  /// Paid but not verified: the purchase must be reprocessed.
  case interrupted(payment: Identifier)
  /// Not paid until it is approved (Ask to Buy).
  case pending(payment: Identifier)
  /// Not bought: the product is kept for later.
  case deferred(Product)
}

/// The version of the SDK that an app uses, such as 1.7.0.
package struct SDKVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The numbers between the dots, without zeros at the end.
  private let parts: [Int]
  package let description: String

  /// The first version that can verify a purchase in a market with verification V2 (the guide's
  /// caution on receipt verification).
  package static let firstForV2 = SDKVersion([1, 7], "1.7.0")

  /// - Returns: nil for a text that is not one to four numbers with dots between them.
  package init?(_ text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(words.count) else { return nil }
    var parts: [Int] = []
    for word in words {
      guard (1...9).contains(word.utf8.count),
        word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(word)
      else { return nil }
      parts.append(number)
    }
    while parts.last == 0 { parts.removeLast() }
    self.init(parts, text)
  }

  private init(_ parts: [Int], _ text: String) { (self.parts, description) = (parts, text) }

  package static func == (left: SDKVersion, right: SDKVersion) -> Bool {
    left.parts == right.parts
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  package static func < (left: SDKVersion, right: SDKVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
