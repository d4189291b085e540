import Records
import Text

/// A table with aligned columns.
///
/// If the display has a width, the widest columns are cut until the table fits. Identifiers,
/// amounts and times are never cut. If the table is still too wide, or if the schema is tall,
/// ``VerticalTable`` shows the records instead.
struct TableRenderer: Renderer {
  let settings: OutputSettings
  let display: Display

  private struct Cell {
    let text: String
    let isRight: Bool
    /// Whether the cell must not be cut: an amount, a number, an instant.
    var isWhole = false
  }

  private var names: [String] = []
  private var places: [Int] = []
  private var rows: [[Cell]] = []
  private var isTall = false
  private var hasHeader: Bool
  private var keys: Set<String> = []

  /// A column is not cut to fewer characters.
  private static let narrowest = 8
  /// A column name is cut to this width only if no cell except numbers and times is longer than
  /// ``usualLength`` and the table fits only then.
  private static let shortestName = 4
  private static let usualLength = 20
  private static let gap = "  "

  init(settings: OutputSettings, display: Display) {
    self.settings = settings
    self.display = display
    hasHeader = settings.hasHeader
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    // All lists of a document are shown in one table: they have the same fields.
    places = settings.places(in: schema, usual: schema.columns)
    names = places.map { schema.fields[$0] }
    keys = schema.keys
    isTall = schema.isTall
    return []
  }

  mutating func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        rows.append(places.map { cell(reader[record, $0]) })
      }
    }
  }

  mutating func single(key: String?, _ schema: RecordSchema, _ record: RecordBatch) -> [UInt8] {
    // A record without a name, such as a path, is printed without a header: it is used as `$(iapctl
    // config path)`.
    if key == nil { hasHeader = false }
    var bytes = begin("", schema)
    add(record, to: &bytes)
    return bytes + finish(nil)
  }

  mutating func finish(_ summary: (RecordSchema, Record)?) -> [UInt8] {
    Array((isTall ? tall : table ?? tall).utf8)
  }

  private var tall: String {
    VerticalTable(
      names: names, records: rows.map { $0.map(\.text) }, hasLabels: hasHeader, display: display
    ).text
  }

  /// The table, or nil if the display is too narrow.
  private var table: String? {
    let header = names.indices.map { index in
      Cell(text: names[index], isRight: rows.contains { $0[index].isRight })
    }
    let shown = hasHeader ? [header] + rows : rows
    let wanted = names.indices.map { index in
      shown.map { DisplayWidth.of($0[index].text) }.max() ?? 0
    }
    guard let widths = widths(from: wanted) else { return nil }
    var text = ""
    for (index, row) in shown.enumerated() {
      let line = Self.line(row, widths)
      let isHeader = hasHeader && index == 0
      text += isHeader ? Style.bold.apply(line, isColoured: display.isColoured) : line
      text += "\n"
    }
    return text
  }

  private static func line(_ row: [Cell], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in row.enumerated() {
      let text = DisplayWidth.cut(cell.text, to: widths[index])
      let padding = String(
        repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      let isLast = index == row.count - 1
      if cell.isRight {
        line += padding + text
      } else {
        line += isLast ? text : text + padding
      }
      if !isLast { line += gap }
    }
    return line
  }

  private func widths(from wanted: [Int]) -> [Int]? {
    func fitted(names shortest: Int) -> [Int]? {
      self.fitted(wanted, narrowest: names.indices.map { narrowest($0, name: shortest) })
    }
    if let widths = fitted(names: Self.narrowest) { return widths }
    let isUsual = rows.allSatisfy {
      $0.allSatisfy { $0.isWhole || DisplayWidth.of($0.text) <= Self.usualLength }
    }
    return isUsual ? fitted(names: Self.shortestName) : nil
  }

  /// The minimum width of a column. Identifiers, amounts and times are not cut.
  private func narrowest(_ column: Int, name shortest: Int) -> Int {
    let isKey = keys.contains(names[column])
    let name = hasHeader ? min(DisplayWidth.of(names[column]), shortest) : 0
    return rows.reduce(name) { most, row in
      let width = DisplayWidth.of(row[column].text)
      return max(most, isKey || row[column].isWhole ? width : min(width, Self.narrowest))
    }
  }

  /// Narrows the widest columns until the table fits. Nil if it does not fit.
  private func fitted(_ widths: [Int], narrowest: [Int]) -> [Int]? {
    guard let columns = display.columns else { return widths }
    var widths = widths
    var excess = widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1) - columns
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > narrowest[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
    // An empty list shows its header even if it is too wide.
    return excess > 0 && !rows.isEmpty ? nil : widths
  }

  private func cell(_ cell: RecordBatch.Cell) -> Cell {
    let text = String(decoding: cell.short, as: UTF8.self)
    return switch cell.kind {
    case .null: Cell(text: "-", isRight: false)
    case .secret where !settings.showsSecrets: Cell(text: "-", isRight: false)
    case .text, .secret, .nested: Cell(text: VisibleText.make(text), isRight: false)
    case .number: Cell(text: text, isRight: true, isWhole: true)
    case .amount: Cell(text: Self.grouped(text), isRight: true, isWhole: true)
    case .flag: Cell(text: text == "true" ? "yes" : "no", isRight: false)
    case .instant: Cell(text: Self.readable(text), isRight: false, isWhole: true)
    }
  }

  /// `1500` as `1,500`, `2.5` as `2.50`.
  private static func grouped(_ digits: String) -> String {
    let sign = digits.hasPrefix("-") ? "-" : ""
    let parts = digits.dropFirst(sign.count).split(separator: ".")
    guard let whole = parts.first else { return digits }
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    guard parts.count > 1 else { return sign + text }
    let fraction = parts[1].count == 1 ? parts[1] + "0" : parts[1]
    return sign + text + "." + fraction
  }

  /// `2026-01-01T00:00:00.000Z` as `2026-01-01 00:00:00Z`.
  private static func readable(_ instant: String) -> String {
    let text = instant.hasSuffix(".000Z") ? instant.dropLast(5) + "Z" : instant[...]
    return String(text.map { $0 == "T" ? " " : $0 })
  }
}

/// Shows each record as a block of lines with one field on each line. If the display has a width,
/// long values are broken into several lines.
struct VerticalTable {
  let names: [String]
  /// The values of each record, ready to be shown.
  let records: [[String]]
  let hasLabels: Bool
  let display: Display

  /// A line of a value is not made shorter.
  private static let narrowest = 16
  private static let gap = 2

  var text: String {
    records.map { values in zip(names, values).map(line).joined() }.joined(separator: "\n")
  }

  private func line(_ name: String, _ value: String) -> String {
    label(name) + wrapped(value) + "\n"
  }

  /// The width of the longest label with the gap.
  private var indent: Int {
    hasLabels ? (names.map(DisplayWidth.of).max() ?? 0) + Self.gap : 0
  }

  private func label(_ name: String) -> String {
    guard hasLabels else { return "" }
    return Style.bold.apply(name, isColoured: display.isColoured)
      + String(repeating: " ", count: indent - DisplayWidth.of(name))
  }

  private func wrapped(_ value: String) -> String {
    guard let columns = display.columns else { return value }
    let margin = String(repeating: " ", count: indent)
    return TextWrap.lines(value, width: max(Self.narrowest, columns - indent))
      .joined(separator: "\n" + margin)
  }
}
