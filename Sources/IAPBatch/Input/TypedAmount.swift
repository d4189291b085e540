import IAPCore
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

  /// The currency of an amount: what the column beside it says, or else its sign. A sign stands for the ISO
  /// code that Korean and Japanese teams mean by it.
  ///
  /// - Throws: if the sign is of another currency than the column says.
  static func currency(of text: String, beside column: Value) throws(LineProblem) -> Value {
    guard let sign = text.unicodeScalars.lazy.compactMap(code).first else { return column }
    guard case .text(let named) = column else { return .text(sign) }
    // People write 円 and ¥ behind amounts of other currencies, too, and many have dollars.
    let isOther =
      sign == "JPY" || sign == "USD" && !["KRW", "JPY", "EUR", "GBP", "CNY"].contains(named)
    guard named == sign || isOther else {
      throw .value(of: InputColumn.currency.name, .otherThanSign, LineProblem.quoted(named))
    }
    return column
  }

  private static func code(of sign: Unicode.Scalar) -> String? {
    switch sign {
    case "₩", "￦", "원": "KRW"
    case "€": "EUR"
    case "£": "GBP"
    case "円", "¥", "￥": "JPY"
    case "$", "＄": "USD"
    default: nil
    }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace
      || "원円元".unicodeScalars.contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
