import SafeText

/// RFC 4180, with a header. What a spreadsheet would run as a formula is defused by an
/// apostrophe in front of it.
struct CSVRenderer: Renderer {
  let settings: OutputSettings
  let showsUnlisted = false
  private var places: [Int] = []
  private var hasHeader: Bool

  init(settings: OutputSettings) {
    self.settings = settings
    hasHeader = settings.hasHeader
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    places = settings.places(in: schema, usual: schema.fields)
    // A second list of the same document goes on below the first one's header.
    defer { hasHeader = false }
    return hasHeader ? row(places.map { schema.fields[$0] }) : []
  }

  mutating func add(_ record: Record) -> [UInt8] {
    row(places.map { Self.cell(record.values[$0]) })
  }

  mutating func end() -> [UInt8] { [] }

  mutating func single(key: String?, _ schema: RecordSchema, _ record: Record) -> [UInt8] {
    begin("", schema) + add(record)
  }

  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8] { [] }

  private func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(Self.quoted).joined(separator: ",") + "\r\n").utf8)
  }

  private static func cell(_ value: FieldValue) -> String {
    switch value {
    case .null: ""
    case .text(let text), .nested(_, let text): SpreadsheetText.defused(VisibleText.make(text))
    case .number(let digits), .amount(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    case .instant(let text): text
    }
  }

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
