import Records
import Text

/// A table with aligned columns.
///
/// If the display has a width, instants lose their milliseconds and offset; then headers, texts and
/// instants are broken into lines, the widest columns first, until the table fits. Identifiers, amounts
/// and numbers stay on one line. If the table is still too wide, it shows the narrow columns of the schema, or
/// if it has none, each record as a ``VerticalTable``. A schema that is tall is always shown in that way.
struct TableRenderer: Renderer {
  let settings: OutputSettings
  let display: Display

  private var names: [String] = []
  private var columns: [Int] = []
  /// The narrow columns of the schema, as indexes in `names`.
  private var narrow: [Int] = []
  private var cells: TableCells
  private var isTall = false
  private var hasHeader: Bool
  private var hasParts = false

  static let gap = "  "
  /// A table with more rows is printed in parts, because memory is bounded: this takes about 10 MB.
  /// A part has the widths of the one before, or greater ones.
  static let longestPart = 20_000

  init(settings: OutputSettings, display: Display) {
    self.settings = settings
    self.display = display
    hasHeader = settings.hasHeader
    cells = TableCells([], instants: display.instants)
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    // All lists of a document are shown in one table: they have the same fields.
    columns = settings.columns(in: schema, usual: schema.columns)
    names = columns.map { schema.fields[$0] }
    narrow =
      names == schema.columns ? schema.narrowColumns.compactMap(names.firstIndex(of:)) : []
    if cells.count == 0, !hasParts {
      let tableColumns = names.map { name in
        TableCells.Column(
          isKey: schema.keys.contains(name),
          marks: display.showsMarks ? schema.marks[name] ?? [:] : [:])
      }
      cells = TableCells(tableColumns, instants: display.instants)
    }
    isTall = schema.isTall
    return []
  }

  mutating func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        for column in columns {
          cells.append(reader[record, column], showsSecrets: settings.showsSecrets)
        }
      }
    }
    guard cells.count >= Self.longestPart else { return }
    bytes += part
    cells.removeRows()
    hasParts = true
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
    // No list was shown, or the whole of it.
    guard !columns.isEmpty, cells.count > 0 || !hasParts else { return [] }
    return part
  }

  private var part: [UInt8] { isTall ? tall : table ?? tall }

  private var tall: [UInt8] {
    let records = (0..<cells.count).map { row in
      names.indices.map { (cells.string(row, $0), cells.cell(row, $0).style) }
    }
    let table = VerticalTable(
      names: names, records: records, hasLabels: hasHeader, display: display)
    return Array((hasParts ? "\n" : "").utf8) + table.text.utf8
  }

  /// The table, or nil if the display is too narrow.
  private var table: [UInt8]? {
    let layout = TableLayout(names: hasHeader ? names : names.map { _ in "" }, cells, on: display)
    guard let widths = layout.widths else { return narrow.isEmpty ? nil : narrowTable }
    var bytes: [UInt8] = []
    if hasHeader, !hasParts { appendHeader(widths, to: &bytes) }
    for row in 0..<cells.count { append(row, widths, to: &bytes) }
    return bytes
  }

  /// The narrow columns, and the other values of each record on a line below it.
  private var narrowTable: [UInt8]? {
    var table = self
    let others = names.indices.filter { !narrow.contains($0) }
    (table.names, table.narrow) = (narrow.map { names[$0] }, [])
    table.cells = cells.selecting(narrow)
    let layout = TableLayout(
      names: hasHeader ? table.names : table.names.map { _ in "" }, table.cells, on: display)
    guard let widths = layout.widths else { return nil }
    var bytes: [UInt8] = []
    if hasHeader, !hasParts { table.appendHeader(widths, to: &bytes) }
    for row in 0..<cells.count {
      table.append(row, widths, to: &bytes)
      let values = others.filter { cells.string(row, $0) != "-" }.map { column in
        "\(names[column]) \(cells.string(row, column))"
      }
      guard !values.isEmpty else { continue }
      let line = Self.gap + values.joined(separator: Self.gap)
      bytes.append(contentsOf: DisplayWidth.cut(line, to: display.columns ?? .max).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private func appendHeader(_ widths: [Int], to bytes: inout [UInt8]) {
    for line in header(widths) {
      let text = Style.bold.apply(line, isColoured: display.isColoured)
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private func header(_ widths: [Int]) -> [String] {
    var lines = zip(names, widths).map { TableLayout.lines(ofHeader: $0, width: $1) }
    // Instants that lose their offset have it in the header.
    for column in names.indices
    where cells.columns[column].hasInstants && widths[column] < cells.columns[column].wanted {
      lines[column].append(zone(in: widths[column]))
    }
    return (0..<(lines.map(\.count).max() ?? 0)).map { line in
      let shown = names.indices.map { column in
        let name = line < lines[column].count ? lines[column][line] : ""
        let padding = String(
          repeating: " ", count: max(0, widths[column] - DisplayWidth.of(name)))
        if cells.columns[column].isRight { return padding + name }
        return name + padding
      }
      return shown.joined(separator: Self.gap).withoutSpacesAtEnd
    }
  }

  /// `(Asia/Seoul)`, or `(Seoul)` in a narrow column.
  private func zone(in width: Int) -> String {
    let name = display.instants.zone
    let city = name.split(separator: "/").last.map(String.init) ?? name
    let shown = DisplayWidth.of(name) + 2 <= width ? name : city
    return DisplayWidth.cut("(\(shown))", to: width)
  }

  private func append(_ row: Int, _ widths: [Int], to bytes: inout [UInt8]) {
    if names.indices.allSatisfy({ cells.cell(row, $0).width <= widths[$0] }) {
      for column in names.indices {
        append(cells.cell(row, column), column, widths, to: &bytes) {
          cells.append(row, column, to: &$0)
        }
      }
      return bytes.append(UInt8(ascii: "\n"))
    }
    let lines = names.indices.map { cells.lines(row, $0, width: widths[$0]) }
    for line in 0..<(lines.map(\.count).max() ?? 0) {
      let start = bytes.count
      for column in names.indices {
        let text = line < lines[column].count ? lines[column][line] : ""
        let cell = cells.cell(row, column).part(width: DisplayWidth.of(text))
        append(cell, column, widths, to: &bytes) { $0.append(contentsOf: text.utf8) }
      }
      bytes.removeSpaces(from: start)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a cell with its padding, and the gap behind it.
  private func append(
    _ cell: TableCells.Cell, _ column: Int, _ widths: [Int], to bytes: inout [UInt8],
    text: (inout [UInt8]) -> Void
  ) {
    let isLast = column == names.count - 1
    let padding = widths[column] - cell.width
    if cell.isRight { bytes.append(spaces: padding) }
    if let style = cell.style, display.isColoured, cell.width > 0 {
      bytes.append(contentsOf: style.start.utf8)
      text(&bytes)
      bytes.append(contentsOf: Style.end.utf8)
    } else {
      text(&bytes)
    }
    if !cell.isRight, !isLast { bytes.append(spaces: padding) }
    if !isLast { bytes.append(contentsOf: Self.gap.utf8) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(spaces count: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, count)))
  }

  /// Removes the spaces at the end, but none before an index.
  fileprivate mutating func removeSpaces(from start: Int) {
    while count > start, last == UInt8(ascii: " ") { removeLast() }
  }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}

/// Shows each record as a block of lines with one field on each line. If the display has a width,
/// long values are broken into several lines.
struct VerticalTable {
  let names: [String]
  /// The values of each record, ready to be shown.
  let records: [[(text: String, style: Style?)]]
  let hasLabels: Bool
  let display: Display

  /// A line of a value is not made shorter.
  private static let narrowest = 16
  private static let gap = 2

  var text: String {
    records.map { values in zip(names, values).map(line).joined() }.joined(separator: "\n")
  }

  private func line(_ name: String, _ value: (text: String, style: Style?)) -> String {
    let text = wrapped(value.text)
    let styled = value.style?.apply(text, isColoured: display.isColoured)
    return label(name) + (styled ?? text) + "\n"
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
