import Records
import Text

/// A table with aligned columns.
///
/// If the display has a width, instants lose their milliseconds and offset, and then the widest
/// columns are cut, until the table fits. Names, identifiers, amounts and times are never cut. If the
/// table is still too wide, or if the schema is tall, ``VerticalTable`` shows the records instead.
struct TableRenderer: Renderer {
  let settings: OutputSettings
  let display: Display

  private var names: [String] = []
  private var places: [Int] = []
  private var cells: TableCells
  private var isTall = false
  private var hasHeader: Bool
  private var hasParts = false

  private static let gap = "  "
  /// A table with more rows is printed in parts, because memory is bounded: this takes about 10 MB.
  /// A part has the widths of the one before, or greater ones.
  static let longestPart = 20_000

  init(settings: OutputSettings, display: Display) {
    self.settings = settings
    self.display = display
    hasHeader = settings.hasHeader
    cells = TableCells(areKeys: [], instants: display.instants)
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    // All lists of a document are shown in one table: they have the same fields.
    places = settings.places(in: schema, usual: schema.columns)
    names = places.map { schema.fields[$0] }
    if cells.count == 0, !hasParts {
      cells = TableCells(
        areKeys: names.map(schema.keys.contains), instants: display.instants)
    }
    isTall = schema.isTall
    return []
  }

  mutating func add(_ batch: RecordBatch, to bytes: inout [UInt8]) {
    batch.read { reader in
      for record in 0..<reader.count {
        for place in places {
          cells.append(reader[record, place], showsSecrets: settings.showsSecrets)
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
    guard !places.isEmpty, cells.count > 0 || !hasParts else { return [] }
    return part
  }

  private var part: [UInt8] { isTall ? tall : table ?? tall }

  private var tall: [UInt8] {
    let records = (0..<cells.count).map { row in
      names.indices.map { cells.string(row, $0) }
    }
    let table = VerticalTable(
      names: names, records: records, hasLabels: hasHeader, display: display)
    return Array((hasParts ? "\n" : "").utf8) + table.text.utf8
  }

  /// The table, or nil if the display is too narrow.
  private var table: [UInt8]? {
    guard let widths = fittedWidths else { return nil }
    var bytes: [UInt8] = []
    if hasHeader, !hasParts {
      bytes.append(
        contentsOf: Style.bold.apply(header(widths), isColoured: display.isColoured).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    for row in 0..<cells.count {
      for column in names.indices { append(row, column, width: widths[column], to: &bytes) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private func header(_ widths: [Int]) -> String {
    let shown = names.indices.map { column in
      let name = names[column]
      let padding = String(
        repeating: " ", count: max(0, widths[column] - DisplayWidth.of(name)))
      if cells.columns[column].isRight { return padding + name }
      return column == names.count - 1 ? name : name + padding
    }
    return shown.joined(separator: Self.gap)
  }

  /// Appends a cell with its padding, and the gap behind it.
  private func append(_ row: Int, _ column: Int, width: Int, to bytes: inout [UInt8]) {
    let cell = cells.cell(row, column)
    let isLast = column == names.count - 1
    let cut = cell.width > width ? shortened(row, column, to: width) : nil
    let padding = width - (cut.map(DisplayWidth.of) ?? cell.width)
    if cell.isRight { bytes.append(spaces: padding) }
    if let cut {
      bytes.append(contentsOf: cut.utf8)
    } else {
      cells.append(row, column, to: &bytes)
    }
    if !cell.isRight, !isLast { bytes.append(spaces: padding) }
    if !isLast { bytes.append(contentsOf: Self.gap.utf8) }
  }

  // MARK: Widths

  private func shortened(_ row: Int, _ column: Int, to width: Int) -> String {
    let text = cells.string(row, column)
    return cells.columns[column].hasInstants
      ? String(text.prefix(TableCells.shortInstant)) : DisplayWidth.cut(text, to: width)
  }

  /// Narrows the columns until the table fits. Nil if it does not fit.
  private var fittedWidths: [Int]? {
    let nameWidths = names.map { hasHeader ? DisplayWidth.of($0) : 0 }
    var widths = zip(nameWidths, cells.columns).map { max($0, $1.wanted) }
    guard let columns = display.columns else { return widths }
    let narrowest = zip(nameWidths, cells.columns).map { max($0, $1.narrowest) }
    func excess() -> Int {
      widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1) - columns
    }
    if excess() > 0 {
      for place in widths.indices where cells.columns[place].hasInstants {
        widths[place] = narrowest[place]
      }
    }
    while excess() > 0,
      let widest = widths.indices.filter({ widths[$0] > narrowest[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
    // An empty list shows its header even if it is too wide.
    return excess() > 0 && cells.count > 0 ? nil : widths
  }
}

extension [UInt8] {
  fileprivate mutating func append(spaces count: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, count)))
  }
}
