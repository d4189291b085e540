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

  /// What an amount and the column beside it say of the currency: the column, unless the sign contradicts it;
  /// nil without a sign. The sign stands for the ISO code that Korean and Japanese teams mean by it.
  static func currency(of text: String, beside column: Value) -> Value? {
    for sign in text.unicodeScalars {
      let usual: String
      switch sign {
      case "₩", "￦", "원": usual = "KRW"
      case "€": usual = "EUR"
      case "£": usual = "GBP"
      case "円", "¥", "￥": usual = "JPY"
      case "$", "＄": usual = "USD"
      default: continue
      }
      guard case .text(let named) = column else { return .text(usual) }
      // People write 円 and ¥ behind amounts of other currencies, too, and many have dollars.
      let isOther =
        usual == "JPY"
        || usual == "USD" && !["KRW", "JPY", "EUR", "GBP", "CNY"].contains(named)
      return named == usual || isOther ? column : .text(usual)
    }
    return nil
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace
      || "원円元".unicodeScalars.contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
