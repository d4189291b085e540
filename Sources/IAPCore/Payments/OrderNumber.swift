import Languages
import Text

/// An order number of an app store, recognised by its form. People copy it from a receipt and give
/// it where a payment number is expected.
///
/// A transaction of the App Store has digits only, as a payment number has, so its form does not tell
/// it apart for certain (``mayBeTransaction(_:)``).
package enum OrderNumber: Sendable, CaseIterable {
  /// `GPA.3375-2193-1175-57698`, for a renewal with `..5` behind it.
  case googlePlay
  /// `ONESTORE7_000000000000000000000000001234`, or of older versions `TSTORE0004_20150515…`.
  case oneStore
  /// The order number of an App Store receipt by mail: `MK3X1V9T7B`.
  case appStore

  package init?(_ text: String) {
    let text = text.uppercased()
    guard let form = Self.allCases.first(where: { $0.matches(text) }) else { return nil }
    self = form
  }

  /// The one spelling of an order number, whatever case, dash or blank a chat or a mail program put in.
  /// Any other text is as it is.
  package static func read(_ text: String) -> String {
    let scalars = text.unicodeScalars.map(Self.narrowed).filter {
      !$0.properties.isDefaultIgnorableCodePoint
    }
    let parts = String(String.UnicodeScalarView(scalars)).uppercased().split {
      $0.isWhitespace || $0 == "-"
    }
    guard let order = OrderNumber(parts.joined()) else { return text }
    switch order {
    case .googlePlay:
      let number = parts.joined(separator: "-").replacing("GPA.-", with: "GPA.")
      return number.hasSuffix(".") ? String(number.dropLast()) : number
    case .oneStore, .appStore: return parts.joined()
    }
  }

  /// A character as it stands in order numbers: of any dash and what keyboards have for it, the hyphen; of a
  /// letter of full width, the letter.
  private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isDash =
      scalar.properties.generalCategory == .dashPunctuation
      || "\u{2212}\u{2043}\u{30FC}\u{FF70}~\u{FF5E}".unicodeScalars.contains(scalar)
    if isDash { return "-" }
    guard ("\u{FF01}"..."\u{FF5E}").contains(scalar) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }

  /// The name of the store, for messages.
  package var storeName: String {
    switch self {
    case .googlePlay: translatable("Google Play")
    case .oneStore: translatable("ONE store")
    case .appStore: translatable("the App Store")
    }
  }

  /// Whether digits look like a transaction of the App Store: `2000000123456789`. A payment number
  /// begins with its day: `2026011210000001`.
  package static func mayBeTransaction(_ number: Identifier) -> Bool {
    let digits = number.text.utf8.map { Int($0) - 0x30 }
    guard number.isDigits, (15...16).contains(digits.count) else { return false }
    func value(_ places: Range<Int>) -> Int { digits[places].reduce(0) { $0 * 10 + $1 } }
    let isDay =
      (2000...2099).contains(value(0..<4)) && (1...12).contains(value(4..<6))
      && (1...31).contains(value(6..<8))
    return !isDay
  }

  private func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch self {
    case .googlePlay: return text.hasPrefix("GPA.")
    case .oneStore: return text.hasPrefix("ONESTORE") || text.hasPrefix("TSTORE")
    case .appStore:
      return (10...11).contains(bytes.count) && bytes.first == UInt8(ascii: "M")
        && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        && bytes.contains { (0x30...0x39).contains($0) }
    }
  }
}

extension Identifier {
  /// Whether it is an order number, or that of a renewal of the same order: Google Play adds `..N` to
  /// `GPA.3375-2193-1175-57698`.
  package func isOrder(_ number: Identifier) -> Bool {
    if self == number { return true }
    let bytes = Array(text.utf8)
    let order = Array(number.text.utf8)
    let renewal = bytes.dropFirst(order.count)
    return bytes.starts(with: order) && order.starts(with: "GPA.".utf8)
      && renewal.starts(with: "..".utf8) && renewal.count > 2
      && renewal.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
  }
}
