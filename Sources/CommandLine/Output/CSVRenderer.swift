import Text

/// CSV as in RFC 4180, for the formats `csv` and `spreadsheet`.
///
/// In both, an apostrophe in front of a text prevents a spreadsheet from running it as a formula.
/// `spreadsheet` also begins with a byte-order mark, and writes long numbers and times as text,
/// because a spreadsheet would change them.
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
    // A second list continues the rows of the first, without another header.
    defer { (hasHeader, isAtStart) = (false, false) }
    return (isForPeople && isAtStart ? Self.mark : [])
      + (hasHeader ? row(places.map { schema.fields[$0] }) : [])
  }

  /// The byte-order mark tells a spreadsheet that the file is UTF-8.
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

  /// A spreadsheet rounds numbers with more digits.
  private static let mostDigits = 15

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") })
    else { return cell }
    // Compare Unicode scalars: to Swift, a quote with a combining mark behind it is another
    // character, but to a reader of CSV it is a quote.
    var quoted = String.UnicodeScalarView()
    for scalar in cell.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return "\"" + String(quoted) + "\""
  }
}
