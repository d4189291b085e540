import IAPCore
import JSON
import SQLite
import Text

/// A column of the input: a field of a purchase, or the ticket.
package struct InputColumn: Hashable, Sendable {
  /// The position in ``all``.
  let index: Int
  let kind: FieldKind

  /// ``Purchase/fields`` in their order, and the ticket.
  package static let all =
    Purchase.fields.enumerated().map { InputColumn(index: $0, kind: $1.kind) } + [ticket]
  static let names = Purchase.fields.map(\.name) + ["ticket"]

  package var name: String { Self.names[index] }

  package static let userID = field("userID")
  static let storeCode = field("storeCode")
  static let productIdentifier = field("productIdentifier")
  package static let productSeq = field("productSeq")
  static let price = field("price")
  static let currency = field("currency")
  package static let paymentSeq = field("paymentSeq")
  package static let accessToken = field("accessToken")
  static let transactionIdentifier = field("transactionIdentifier")
  static let payload = field("payload")
  package static let ticket = InputColumn(index: Purchase.fields.count, kind: .text)

  private static func field(_ name: String) -> InputColumn { all[Purchase.place(of: name)] }
}

/// How the values of a column are written.
extension InputColumn {
  /// Parses the text of a value. An empty text is not a missing value.
  func value(ofText text: String) throws(LineProblem) -> Value {
    guard !text.utf8.contains(0) else { throw problem(.nullCharacter) }
    switch kind {
    case .text where self == .paymentSeq: return try paymentNumber(text)
    case .text where self == .payload: return .text(text)
    case .text: return try checked(text)
    case .secret:
      let isPrintable = text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      return try checked(text, isPrintable ? nil : .controlCharacter)
    case .number: return try wholeNumber(text)
    case .price: return try amount(text)
    case .instant: return try instant(text)
    case .flag:
      let isFlag = text == "true" || text == "false"
      _ = try checked(text, isFlag ? nil : .notFlag, quotes: true)
      return .flag(text == "true")
    }
  }

  /// Reads a cell. A spreadsheet writes `TRUE` and `FALSE` in capitals, and people write amounts
  /// with separators and a currency sign.
  func value(ofCell cell: String) throws(LineProblem) -> Value {
    let trimmed = self == .payload ? cell : cell.withoutOuterSpaces
    if trimmed.isEmpty, self != .paymentSeq { return .null }
    let text = SpreadsheetText.original(of: trimmed)
    return switch kind {
    case .flag: try value(ofText: text.lowercased())
    case .price: try value(ofText: TypedAmount.plain(text))
    default: try value(ofText: text)
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
    case (.number(let digits), .number): return try wholeNumber(digits)
    case (.number(let digits), .price): return try amount(digits)
    case (.flag(let flag), .flag): return .flag(flag)
    case (.number, .text) where self == .paymentSeq:
      throw problem(.paymentNumberNotText)
    case (_, .number), (_, .price): throw problem(.notNumber)
    case (_, .flag): throw problem(.notFlag)
    case (_, .text), (_, .secret), (_, .instant): throw problem(.notText)
    }
  }

  private func paymentNumber(_ text: String) throws(LineProblem) -> Value {
    if let damage = SpreadsheetDamage(text) { throw problem(damage.problem, quoting: text) }
    if let order = OrderNumber(text) {
      throw problem(.orderNumber(order), quoting: text)
    }
    return try checked(text, Identifier(text).isDigits ? nil : .notPaymentNumber, quotes: true)
  }

  private func wholeNumber(_ digits: String) throws(LineProblem) -> Value {
    if case .rounded? = SpreadsheetDamage(digits) { throw problem(.rounded, quoting: digits) }
    guard let number = Int64(digits), digits.utf8.first != UInt8(ascii: "+") else {
      throw problem(.notWholeNumber, quoting: digits)
    }
    return .integer(number)
  }

  private func amount(_ digits: String) throws(LineProblem) -> Value {
    guard let price = Price(digits) else {
      throw problem(.notAmount, quoting: digits)
    }
    return .text(price.digits)
  }

  private func instant(_ text: String) throws(LineProblem) -> Value {
    guard let instant = Instant(text) else {
      throw problem(.notInstant, quoting: text)
    }
    return .integer(instant.milliseconds)
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

/// Names of columns and keys in headers and JSON objects.
extension InputColumn {
  /// The column with this name in a header. Case, spaces, underscores and hyphens are ignored, and
  /// synonyms such as "market" are accepted.
  init?(header: String) {
    guard let column = Self.byFoldedName[Self.folded(header)] else { return nil }
    self = column
  }

  /// The column that an unknown key probably means, for "did you mean".
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

  /// Whether iapctl writes this field in its own output, so that ignoring it needs no warning.
  package static func isWrittenBeside(_ name: String) -> Bool {
    writtenBeside.contains(folded(name))
  }

  /// Whether iapctl writes a field with exactly this name. What a person writes may mean something
  /// else by a similar name.
  static func isWritten(_ name: String) -> Bool { writtenNames.contains(name) }

  /// Fields of subscriptions, results and journal entries that are not input columns.
  private static let writtenNames: Set = [
    "status", "renewTime", "referenceStatus", "claimedUserID", "outcome", "priorUnknown",
    "delivery", "attempts", "error",
    "action", "began",
    "ended", "operator", "host", "process", "profile", "origin", "server", "appKeyFingerprint",
    "note", "claimedUserID",
  ]
  private static let writtenBeside = Set(writtenNames.map(folded))

  /// The keys that identify a journal entry. Its ticket belongs to an earlier run.
  static let ofJournal = ["action", "began"]

  /// Synonyms of columns, in the languages of the consoles.
  private static let synonyms: [(String, InputColumn)] =
    [
      ("payment", .paymentSeq), ("paymentNumber", .paymentSeq), ("결제번호", .paymentSeq),
      ("userKey", .userID), ("token", .accessToken), ("market", .storeCode),
      ("marketID", .storeCode),
    ] + usersNames.map { ($0, .userID) }

  /// The names of the column of users that people use: 'player', '유저 번호', 'account ID'.
  private static let usersNames: [String] = {
    let words = ["user", "사용자", "유저", "player", "account", "customer"]
    let numbers = ["회원", "고객"].flatMap { ["\($0)번호", "\($0)ID"] }
    return words + (words + ["회원번호", "고객번호"]).flatMap { ["\($0)ID", "\($0)번호"] } + numbers
  }()

  private static let byFoldedName = Dictionary(
    (all.map { ($0.name, $0) } + synonyms).map { (folded($0.0), $0.1) },
    uniquingKeysWith: { first, _ in first })

  /// The maximum length of a misspelt name: two letters more than the longest name.
  private static let longestName = 2 + (names.map(\.utf8.count).max() ?? 0)

  static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && $0 != "_" && $0 != "-" && $0 != "\u{feff}"
        }))
  }
}
