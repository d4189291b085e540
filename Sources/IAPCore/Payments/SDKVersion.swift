/// How the App Store's purchases are verified, as the IAP console sets it.
package enum Verification: String, Sendable, CaseIterable {
  /// The old receipt verification, with notification V1.
  case v1 = "V1"
  /// The new receipt verification, with notification V2.
  case v2 = "V2"
}

/// The version of the SDK that an app uses, such as 1.7.0.
package struct SDKVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The numbers between the dots, without zeros at the end.
  private let parts: [Int]
  package let description: String

  /// Whether the version can verify a purchase that the App Store verifies in this way (the guide's
  /// caution on receipt verification): 1.8 and later know both ways, 1.7 knows V2 only, and earlier
  /// versions know V1 only.
  package func canVerify(_ verification: Verification) -> Bool {
    switch verification {
    case .v1: self < Self.firstForV2 || self >= Self.firstForBoth
    case .v2: self >= Self.firstForV2
    }
  }

  private static let firstForV2 = SDKVersion([1, 7], "1.7.0")
  private static let firstForBoth = SDKVersion([1, 8], "1.8.0")

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
