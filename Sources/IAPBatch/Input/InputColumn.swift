import IAPCore
import JSON
import SQLite
import Text

/// A column of the input: a field of a purchase, the ticket, or the name of the product.
package struct InputColumn: Hashable, Sendable {
  let index: Int
  let kind: FieldKind

  /// ``Purchase/fields`` in their order, and what only inputs have.
  package static let all =
    Purchase.fields.enumerated().map { InputColumn(index: $0, kind: $1.kind) }
    + [ticket, productName]
  static let names = Purchase.fields.map(\.name) + ["ticket", "productName"]

  package var name: String { Self.names[index] }

  package static let userID = field("userID")
  package static let storeCode = field("storeCode")
  package static let productIdentifier = field("productIdentifier")
  package static let productSeq = field("productSeq")
  static let price = field("price")
  static let currency = field("currency")
  package static let paymentSeq = field("paymentSeq")
  package static let accessToken = field("accessToken")
  package static let transactionIdentifier = field("transactionIdentifier")
  package static let purchaseTime = field("purchaseTime")
  package static let originalTransactionIdentifier = field("originalTransactionIdentifier")
  package static let productType = field("productType")
  package static let storePayment = field("storePayment")
  package static let sandboxPayment = field("sandboxPayment")
  static let payload = field("payload")
  package static let ticket = InputColumn(index: Purchase.fields.count, kind: .text)
  /// What people call the product. It is compared among the rows: see ``ProductNames``.
  package static let productName = InputColumn(index: Purchase.fields.count + 1, kind: .text)

  /// Whether people write notes into the column that cannot be its values. A user or a product can have any name.
  private var hasNotes: Bool {
    (kind == .text || kind == .secret) && self != .userID && self != .paymentSeq
      && self != .productName
  }

  private static func field(_ name: String) -> InputColumn { all[Purchase.place(of: name)] }
}

/// How the values of a column are written.
extension InputColumn {
  /// Parses the text of a value. An empty text is not a missing value.
  func value(ofText text: String) throws(LineProblem) -> Value {
    guard !text.contains(0) else { throw problem(.nullCharacter) }
    if hasNotes, Warning.isInScript(text) {
      throw problem(.warning, quoting: kind == .secret ? nil : text)
    }
    switch kind {
    case .text where self == .paymentSeq: return try paymentNumber(text)
    case .text where self == .payload: return .text(text)
    case .text where self == .storeCode:
      let market = StoreCode(named: text).text
      return try checked(
        market, market.utf8.allSatisfy { $0 < 0x80 } ? nil : .notMarket, quotes: true)
    case .text where self == .transactionIdentifier: return try checked(OrderNumber.read(text))
    case .text where self == .ticket:
      let isNote = text.contains(" ") || !text.contains(where: \.isNumber)
      if isNote, Warning.isIn(text) { throw problem(.warning, quoting: text) }
      return try checked(text, Self.isTicket(text) ? nil : .notTicket, quotes: true)
    case .text: return try checked(text)
    case .secret:
      let isPrintable = text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      return try checked(text, isPrintable ? nil : .controlCharacter)
    case .number: return try wholeNumber(text)
    case .price: return try amount(text)
    case .instant: return try time(ofCell: text, in: .utc)
    case .flag:
      let isFlag = text == "true" || text == "false"
      _ = try checked(text, isFlag ? nil : .notFlag, quotes: true)
      return .flag(text == "true")
    }
  }

  /// Reads a cell. A spreadsheet writes `TRUE` and `FALSE` in capitals, and people write amounts
  /// with separators and a currency sign.
  ///
  /// - Parameters:
  ///   - isOwn: whether iapctl wrote the cell, so that its spaces belong to it.
  ///   - isHarmless: whether it may have an apostrophe or a formula around its text.
  ///   - zone: the time zone of times without an offset.
  func value(
    ofCell cell: String, isOwn: Bool = false, isHarmless: Bool = true, in zone: TimeZone = .utc
  ) throws(LineProblem) -> Value {
    let isExact = self == .payload || isOwn && kind == .text && self != .paymentSeq
    let trimmed = isExact ? cell : cell.withoutOuterSpaces
    if trimmed.isEmpty, self != .paymentSeq { return .null }
    let text = isHarmless ? SpreadsheetText.original(of: trimmed) : trimmed
    return switch kind {
    case .flag: try value(ofText: text.lowercased())
    case .price: try value(ofText: TypedAmount.plain(text))
    case .instant: try time(ofCell: text, in: zone)
    default: try value(ofText: text)
    }
  }

  /// A time as people write it. A date alone is the number of the day as a text, so that it is taken for no
  /// instant.
  private func time(ofCell text: String, in zone: TimeZone) throws(LineProblem) -> Value {
    switch Moment(text) {
    case .day(let number): return self == .purchaseTime ? .text("\(number)") : .null
    case .time(let shown): return .integer(zone.instant(showing: shown))
    case .instant(let instant): return .integer(instant.milliseconds)
    case .ago, .daysAgo, nil: throw problem(.notInstant, quoting: text)
    }
  }

  /// Parses a member of a JSON object; nil if the member is absent.
  func value(of member: JSONValue?) throws(LineProblem) -> Value {
    switch (member, kind) {
    case (nil, _), (.null, _):
      guard self == .paymentSeq else { return .null }
      throw problem(member == nil ? .missing : .null)
    case (.string(let text), .text), (.string(let text), .secret), (.string(let text), .instant):
      return try value(ofText: text)
    case (.number(let digits), .number) where Self.hasExponent(digits),
      (.number(let digits), .text) where self == .paymentSeq && Self.hasExponent(digits):
      throw problem(.exponent, quoting: digits)
    case (.number(let digits), .number): return try wholeNumber(digits)
    case (.number(let digits), .price): return try amount(digits)
    case (.flag(let flag), .flag): return .flag(flag)
    case (.number(let digits), .text):
      // What other programs have read as a number, they write as one.
      if let whole = Int64(Self.withoutZeroFraction(digits)), (0...Self.mostExact).contains(whole) {
        return try value(ofText: String(whole))
      }
      throw problem(self == .paymentSeq ? .paymentNumberNotText : .notText)
    case (.number(let digits), .instant):
      guard let milliseconds = Int64(Self.withoutZeroFraction(digits)),
        Instant.range.contains(Instant(milliseconds))
      else { throw problem(.notInstant, quoting: digits) }
      return .integer(milliseconds)
    case (_, .number), (_, .price): throw problem(.notNumber)
    case (_, .flag): throw problem(.notFlag)
    case (_, .text), (_, .secret), (_, .instant): throw problem(.notText)
    }
  }

  /// Whether a text can be the reason of an entry of the journal: it can be seen, and is not the placeholder
  /// of a hint.
  package static func isTicket(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    } && !placeholders.contains(text.withoutOuterSpaces.lowercased())
      && !text.allSatisfy { $0 == "#" }
  }

  /// What stands in a hint, or in a cell that has no ticket.
  private static let placeholders: Set = [
    "text", "ticket", "-", "n/a", "na", "none", "없음", "なし", "無し", "#n/a", "#ref!", "#value!",
    "#name?", "#div/0!", "#null!", "#num!", "tbd", "?", "x", "0", "미정", "未定", "상동", "同上", "〃",
  ]

  private func paymentNumber(_ text: String) throws(LineProblem) -> Value {
    if let damage = SpreadsheetDamage.problem(of: text) { throw problem(damage, quoting: text) }
    if Identifier(text).isDigits { return try checked(text) }
    if let order = OrderNumber(OrderNumber.read(text)) {
      throw problem(.orderNumber(order), quoting: text)
    }
    return try checked(text, .notPaymentNumber, quotes: true)
  }

  private func wholeNumber(_ digits: String) throws(LineProblem) -> Value {
    if SpreadsheetDamage.problem(of: digits) == .rounded {
      throw problem(.rounded, quoting: digits)
    }
    guard let number = Int64(Self.withoutZeroFraction(digits)),
      digits.utf8.first != UInt8(ascii: "+")
    else {
      throw problem(.notWholeNumber, quoting: digits)
    }
    return .integer(number)
  }

  /// Whether it was written by a program that keeps some digits only: `2.02601E+15`.
  private static func hasExponent(_ digits: String) -> Bool {
    digits.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// The greatest whole number that every program keeps as it is: 2^53.
  private static let mostExact = Int64(1) << 53

  /// `7.0` is `7`: a column of numbers with an empty cell becomes one of decimal numbers.
  private static func withoutZeroFraction(_ digits: String) -> String {
    guard let point = digits.utf8.firstIndex(of: UInt8(ascii: ".")) else { return digits }
    let fraction = digits.utf8[point...].dropFirst()
    let isWhole = !fraction.isEmpty && fraction.allSatisfy { $0 == UInt8(ascii: "0") }
    return isWhole ? String(digits[..<point]) : digits
  }

  private func amount(_ digits: String) throws(LineProblem) -> Value {
    guard let price = Price(digits) else {
      throw problem(.notAmount, quoting: digits)
    }
    return .text(price.digits)
  }

  /// - Parameter found: what is wrong with the text; nil if nothing is.
  private func checked(
    _ text: String, _ found: LineProblem.ValueProblem? = nil, quotes: Bool = false
  ) throws(LineProblem) -> Value {
    guard !text.isEmpty else { throw problem(.empty) }
    if self == .paymentSeq || self == .userID, text.utf8.count > Identifier.longest {
      throw problem(.tooLong(limit: Identifier.longest))
    }
    if let found { throw problem(found, quoting: quotes ? text : nil) }
    return .text(text)
  }

  private func problem(
    _ problem: LineProblem.ValueProblem, quoting value: String? = nil
  ) -> LineProblem {
    .value(of: name, problem, value.flatMap { $0.isEmpty ? nil : LineProblem.quoted($0) })
  }
}

extension InputColumn {
  /// Reads a value for each column, in the order of ``all``.
  static func values(
    _ read: (InputColumn) throws(LineProblem) -> Value
  ) throws(LineProblem) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(all.count)
    for column in all { values.append(try read(column)) }
    return values
  }
}
