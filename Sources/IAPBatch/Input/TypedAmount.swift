import IAPCore
import SQLite

/// Amounts as people write them: `1,500`, `₩1,500`, `1,500원`, `KRW 1,500`.
enum TypedAmount {
  /// The amount without separators and currency, or the text itself if it is no such amount.
  static func plain(_ text: String) -> String {
    var rest = (code(of: text).map { text.replacing($0, with: " ") } ?? text).unicodeScalars[...]
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

  /// The currency of an amount: what the column beside it says, or else its sign, or else the name of its
  /// column. A sign stands for the ISO code that Korean and Japanese teams mean by it.
  ///
  /// - Throws: if the sign is of another currency than the column says.
  static func currency(
    of text: String, beside column: Value, in header: String?
  ) throws(LineProblem) -> Value {
    let written = code(of: text) ?? text.unicodeScalars.lazy.compactMap(code).first
    guard let sign = written ?? header.flatMap({ text.contains(where: \.isNumber) ? $0 : nil })
    else {
      return column
    }
    guard case .text(let named) = column else { return .text(sign) }
    // Many currencies are dollars, and the yuan has the sign of the yen.
    let isOther =
      sign == "JPY" && named == "CNY" && text.contains { "¥￥".contains($0) }
      || sign == "USD" && !["KRW", "JPY", "EUR", "GBP", "CNY"].contains(named)
    guard named == sign || isOther else {
      throw .value(of: InputColumn.currency.name, .otherThanSign, LineProblem.quoted(named))
    }
    return column
  }

  /// The currency in the name of a column, such as `amount_krw` or `금액(원)`. Nil if it has none or several.
  static func currency(inHeader name: String) -> String? {
    let found = name.split { !$0.isLetter }.compactMap { word in
      words[String(word)] ?? codes.first { $0 == word.uppercased() }
    }
    return Set(found).count == 1 ? found.first : nil
  }

  private static let codes: Set = [
    "KRW", "USD", "JPY", "EUR", "GBP", "CNY", "TWD", "HKD", "SGD", "THB", "VND", "IDR", "PHP",
    "MYR",
    "INR", "AUD", "CAD", "BRL", "MXN",
  ]
  private static let words = [
    "원": "KRW", "원화": "KRW", "ウォン": "KRW", "달러": "USD", "ドル": "USD", "엔": "JPY", "엔화": "JPY",
    "円": "JPY", "유로": "EUR", "ユーロ": "EUR",
  ]

  static func isCode(_ text: String) -> Bool { codes.contains(text) }

  /// The code at an end of an amount.
  private static func code(of amount: String) -> String? {
    let letters = amount.utf8.filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    let code = letters.count == 3 ? String(decoding: letters, as: UTF8.self) : ""
    return codes.contains(code) && (amount.hasPrefix(code) || amount.hasSuffix(code)) ? code : nil
  }

  private static func code(of sign: Unicode.Scalar) -> String? {
    switch sign {
    case "₩", "￦", "원": "KRW"
    case "€": "EUR"
    case "£": "GBP"
    case "円", "엔", "¥", "￥": "JPY"
    case "元": "CNY"
    case "$", "＄": "USD"
    default: nil
    }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace
      || "원円엔元".unicodeScalars.contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
