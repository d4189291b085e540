import Text

/// RFC 4180, with a header. What a spreadsheet would run as a formula is defused by an
/// apostrophe in front of it. For people it begins with a byte-order mark, and what a spreadsheet
/// would change is kept as text.
struct CSVRenderer: Renderer {
  let settings: OutputSettings
  private var places: [Int] = []
  private var hasHeader: Bool
  private let isForPeople: Bool
  private var isAtStart = true

  init(settings: OutputSettings) {
    self.settings = settings
    hasHeader = settings.hasHeader
    isForPeople = settings.format == .spreadsheet
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    places = settings.places(in: schema, usual: schema.fields)
    // A second list of the same document goes on below the first one's header.
    defer { (hasHeader, isAtStart) = (false, false) }
    return (isForPeople && isAtStart ? Self.mark : [])
      + (hasHeader ? row(places.map { schema.fields[$0] }) : [])
  }

  /// By this a spreadsheet knows that the file is UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  mutating func add(_ record: Record) -> [UInt8] {
    row(places.map { cell(record.values[$0]) })
  }

  private func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(Self.quoted).joined(separator: ",") + "\r\n").utf8)
  }

  private func cell(_ value: FieldValue) -> String {
    switch value {
    case .null: ""
    case .text(let text), .nested(_, let text):
      isForPeople
        ? SpreadsheetText.cell(VisibleText.make(text))
        : SpreadsheetText.defused(VisibleText.make(text))
    case .number(let digits), .amount(let digits):
      isForPeople && digits.utf8.count > Self.mostDigits ? SpreadsheetText.kept(digits) : digits
    case .flag(let flag): flag ? "true" : "false"
    case .instant(let text): isForPeople ? SpreadsheetText.kept(text) : text
    }
  }

  /// A spreadsheet rounds numbers of more digits.
  private static let mostDigits = 15

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") })
    else { return cell }
    // By scalars: a quote with a combining mark behind it is one character to Swift, not to a
    // reader of CSV.
    var quoted = String.UnicodeScalarView()
    for scalar in cell.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return "\"" + String(quoted) + "\""
  }
}
