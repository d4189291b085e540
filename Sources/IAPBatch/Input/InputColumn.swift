import IAPCore
import JSON
import SQLite
import Text

/// What a line can say of a payment: the names of the purchase's properties, in their order, and
/// the ticket for which it is consumed.
package enum InputColumn: Int, CaseIterable {
  case userID, storeCode, productIdentifier, productSeq, productType, price, currency, paymentSeq
  case accessToken, transactionIdentifier, originalTransactionIdentifier, purchaseTime, expiryTime
  case storePayment, sandboxPayment, payload, ticket

  /// Made once: `allCases` and a case's name are computed at each use.
  package static let all = Array(allCases)
  static let names = all.map { "\($0)" }

  /// Its index among the others.
  var index: Int { rawValue }
  package var name: String { Self.names[index] }

  /// Reads the text of a value; empty is a text like any other.
  func value(ofText text: String) throws(LineProblem) -> Value {
    guard !text.utf8.contains(0) else { throw problem("has a null character") }
    switch self {
    case .paymentSeq: return try paymentNumber(text)
    case .accessToken:
      let isPrintable = text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      return try checked(text, isPrintable, "has a control character")
    case .payload: return .text(text)
    case .purchaseTime, .expiryTime: return try instant(text)
    case .price, .productSeq: return try number(text)
    case .storePayment, .sandboxPayment:
      _ = try checked(text, text == "true" || text == "false", "is not true or false")
      return .flag(text == "true")
    default: return try checked(text, true, "")
    }
  }

  /// Reads a member of an object; nil is a member that is absent.
  func value(of member: JSONValue?) throws(LineProblem) -> Value {
    switch (member, self) {
    case (nil, .paymentSeq): throw problem("is missing")
    case (.null, .paymentSeq): throw problem("is null")
    case (nil, _), (.null, _): return .null
    case (.number, .paymentSeq):
      throw problem("is a JSON number, which loses digits beyond 2^53: write it as a string")
    case (.number(let digits), .price), (.number(let digits), .productSeq):
      return try number(digits)
    case (.flag(let flag), .storePayment), (.flag(let flag), .sandboxPayment): return .flag(flag)
    case (_, .price), (_, .productSeq): throw problem("is not a number")
    case (_, .storePayment), (_, .sandboxPayment): throw problem("is not true or false")
    case (.string(let text), _): return try value(ofText: text)
    default: throw problem("is not a string")
    }
  }

  private func paymentNumber(_ text: String) throws(LineProblem) -> Value {
    if let damage = SpreadsheetDamage(text) { throw problem(damage.message) }
    return try checked(
      text, Identifier(text).isDigits, "is not a payment number: only digits are allowed")
  }

  private func number(_ digits: String) throws(LineProblem) -> Value {
    if self == .productSeq {
      if case .rounded? = SpreadsheetDamage(digits) {
        throw problem(SpreadsheetDamage.rounded.message)
      }
      guard let number = Int64(digits), digits.utf8.first != UInt8(ascii: "+") else {
        throw problem("is not a whole number")
      }
      return .integer(number)
    }
    guard let price = Price(digits) else {
      throw problem("is not a valid amount, such as 1500 or 2.29")
    }
    return .text(price.digits)
  }

  private func instant(_ text: String) throws(LineProblem) -> Value {
    guard let instant = Instant(text) else {
      throw problem("is not an instant of RFC 3339, such as 2026-01-01T00:00:00Z")
    }
    return .integer(instant.milliseconds)
  }

  private func checked(
    _ text: String, _ isRight: Bool, _ message: String
  ) throws(LineProblem) -> Value {
    guard !text.isEmpty else { throw problem("is empty") }
    if self == .paymentSeq || self == .userID, text.utf8.count > Identifier.longest {
      throw problem("is longer than \(Identifier.longest) bytes, more than any server accepts")
    }
    guard isRight else { throw problem(message) }
    return .text(text)
  }

  private func problem(_ message: String) -> LineProblem { LineProblem("\(name) \(message)") }
}

extension InputColumn {
  /// A value for each column, in their order.
  static func values(
    _ read: (InputColumn) throws(LineProblem) -> Value
  ) throws(LineProblem) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(all.count)
    for column in all { values.append(try read(column)) }
    return values
  }
}

/// How columns and keys are named by the people and programs that write them.
extension InputColumn {
  /// The column of a header: without regard to case, spaces, underscores and hyphens, and by the
  /// other names that people use.
  init?(header: String) {
    guard let column = Self.byFoldedName[Self.folded(header)] else { return nil }
    self = column
  }

  /// The column that the writer of an unknown key probably meant.
  init?(resembling key: String) {
    let folded = Self.folded(key)
    if let column = Self.byFoldedName[folded] {
      self = column
    } else if folded.utf8.count <= Self.longestName,
      let column = Self.all.first(where: { EditDistance.isNear(folded, Self.folded($0.name)) })
    {
      self = column
    } else {
      return nil
    }
  }

  /// Whether iapctl itself writes the field beside those that are columns, so that nothing has to be
  /// said when it is ignored.
  package static func isWrittenBeside(_ name: String) -> Bool {
    writtenBeside.contains(folded(name))
  }

  /// The fields of subscriptions, results and journal entries that are not columns.
  private static let writtenBeside = Set(
    [
      "status", "renewTime", "outcome", "priorUnknown", "attempts", "error", "action", "began",
      "ended", "operator", "host", "process", "profile", "origin", "server", "appKeyFingerprint",
      "note",
    ].map(folded))

  /// What tells an entry of the journal, whose ticket is that of a run that is over.
  static let ofJournal = ["action", "began"]

  /// Other names of columns: what people call them, in the languages of the consoles.
  private static let synonyms: [(String, InputColumn)] = [
    ("payment", .paymentSeq), ("paymentNumber", .paymentSeq), ("결제번호", .paymentSeq),
    ("user", .userID), ("userKey", .userID), ("사용자", .userID), ("사용자ID", .userID),
    ("token", .accessToken), ("market", .storeCode), ("marketID", .storeCode),
  ]

  private static let byFoldedName = Dictionary(
    (all.map { ($0.name, $0) } + synonyms).map { (folded($0.0), $0.1) },
    uniquingKeysWith: { first, _ in first })

  /// No name is longer, even with two letters too many.
  private static let longestName = 2 + (names.map(\.utf8.count).max() ?? 0)

  private static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && $0 != "_" && $0 != "-" && $0 != "\u{feff}"
        }))
  }
}
