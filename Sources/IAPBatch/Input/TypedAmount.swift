import SQLite

/// Amounts as people write them: `1,500`, `₩1,500`, `1,500원`.
enum TypedAmount {
  /// The amount without separators and currency sign, or the text itself if it is no such amount.
  static func plain(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    rest = rest.drop { isSign($0) }
    while let last = rest.last, isSign(last) { rest.removeLast() }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    let isGrouped =
      groups.count == 1
      || ((1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 })
    guard isGrouped, groups.allSatisfy({ $0.allSatisfy(isDigit) }) else { return text }
    let whole = String(String.UnicodeScalarView(groups.joined()))
    let fraction = parts.count == 2 ? "." + String(parts[1]) : ""
    return (isNegative ? "-" : "") + whole + fraction
  }

  /// What the sign of an amount says of its currency.
  struct Signed {
    /// The ISO code that Korean and Japanese teams mean by the sign.
    let usual: String
    /// Whether the sign stands for other currencies, too.
    let isShared: Bool

    /// What the row says: its own column, unless the sign contradicts it.
    func stated(beside column: Value) -> Value {
      guard case .text(let named) = column else { return .text(usual) }
      let isDollar = usual == "USD" && !["KRW", "JPY", "EUR", "GBP", "CNY"].contains(named)
      // People write 円 and ¥ behind amounts of other currencies, too.
      let isYen = usual == "JPY"
      return named == usual || isShared && (isDollar || isYen) ? column : .text(usual)
    }
  }

  /// The currency of an amount's sign; nil without a sign.
  static func currency(of text: String) -> Signed? {
    for sign in text.unicodeScalars {
      switch sign {
      case "₩", "￦", "원": return Signed(usual: "KRW", isShared: false)
      case "€": return Signed(usual: "EUR", isShared: false)
      case "£": return Signed(usual: "GBP", isShared: false)
      case "円", "¥", "￥": return Signed(usual: "JPY", isShared: true)
      case "$", "＄": return Signed(usual: "USD", isShared: true)
      default: continue
      }
    }
    return nil
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace
      || "원円元".unicodeScalars.contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
