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

  private var names: [String] = []
  private var places: [Int] = []
  private var cells = TableCells(areKeys: [])
  private var isTall = false
  private var hasHeader: Bool
  private var hasParts = false

  /// A column name is cut to this width only if no cell except numbers and times is longer than
  /// ``usualLength`` and the table fits only then.
  private static let shortestName = 4
  private static let usualLength = 20
  private static let gap = "  "
  /// A table with more rows is printed in parts, because memory is bounded: this takes about 10 MB.
  /// A part has the widths of the one before, or greater ones.
  static let longestPart = 20_000

  init(settings: OutputSettings, display: Display) {
    self.settings = settings
    self.display = display
    hasHeader = settings.hasHeader
  }

  mutating func begin(_ key: String, _ schema: RecordSchema) -> [UInt8] {
    // All lists of a document are shown in one table: they have the same fields.
    places = settings.places(in: schema, usual: schema.columns)
    names = places.map { schema.fields[$0] }
    if cells.count == 0, !hasParts { cells = TableCells(areKeys: names.map(schema.keys.contains)) }
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
      let name = DisplayWidth.cut(names[column], to: widths[column])
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
    let cut = cell.width > width ? DisplayWidth.cut(cells.string(row, column), to: width) : nil
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

  private var fittedWidths: [Int]? {
    if let widths = fitted(names: TableCells.narrowest) { return widths }
    return cells.widestText <= Self.usualLength ? fitted(names: Self.shortestName) : nil
  }

  /// Narrows the widest columns until the table fits. Nil if it does not fit.
  ///
  /// - Parameter shortest: the width to which column names can be cut.
  private func fitted(names shortest: Int) -> [Int]? {
    let nameWidths = names.map { hasHeader ? DisplayWidth.of($0) : 0 }
    var widths = zip(nameWidths, cells.columns).map { max($0, $1.wanted) }
    guard let columns = display.columns else { return widths }
    let narrowest = zip(nameWidths, cells.columns).map { max(min($0, shortest), $1.narrowest) }
    var excess = widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1) - columns
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > narrowest[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
    // An empty list shows its header even if it is too wide.
    return excess > 0 && cells.count > 0 ? nil : widths
  }
}

extension [UInt8] {
  fileprivate mutating func append(spaces count: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, count)))
  }
}

/// The cells of a table as they are shown, row by row in one buffer, and what the layout needs to
/// know of each column. With a string for each cell, a long table takes three times as long.
struct TableCells {
  struct Cell {
    /// The end of the cell's text, which begins at the end of the cell before.
    fileprivate let end: Int
    /// In columns of the terminal.
    var width: Int { Int(columns) }
    fileprivate let columns: Int32
    /// Whether the cell is aligned on the right.
    let isRight: Bool
  }

  struct Column {
    /// The width of the widest cell.
    var wanted = 0
    /// The width to which the cells can be cut.
    var narrowest = 0
    /// Whether a cell is aligned on the right.
    var isRight = false
    /// Users copy the cells, so they are not cut.
    let isKey: Bool
  }

  private(set) var columns: [Column]
  /// The width of the widest cell that is not a number or a time.
  private(set) var widestText = 0
  private var text: [UInt8] = []
  private var cells: [Cell] = []

  /// A column is not cut to fewer characters.
  static let narrowest = 8

  init(areKeys: [Bool]) { columns = areKeys.map { Column(isKey: $0) } }

  /// The number of rows.
  var count: Int { columns.isEmpty ? 0 : cells.count / columns.count }

  /// Removes all rows. The columns keep the widths that these rows need.
  mutating func removeRows() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }

  /// Adds the next cell.
  mutating func append(_ cell: RecordBatch.Cell, showsSecrets: Bool) {
    switch cell.kind {
    case .null: append("-")
    case .secret where !showsSecrets: append("-")
    case .text, .secret, .nested: append(visible: cell.short)
    case .flag: append(cell.text.first == UInt8(ascii: "t") ? "yes" : "no")
    case .number: append(number: cell.text) { $0.append(copying: cell.text) }
    case .amount: append(number: cell.text) { AmountText.append(cell.text, to: &$0) }
    case .instant: append(instant: cell.text)
    }
  }

  private mutating func append(_ word: String) {
    text.append(contentsOf: word.utf8)
    end(width: word.utf8.count)
  }

  private mutating func append(visible bytes: UnsafeBufferPointer<UInt8>) {
    if PlainText.isPlain(bytes) {
      text.append(copying: bytes)
      return end(width: bytes.count)
    }
    let visible = VisibleText.make(String(decoding: bytes, as: UTF8.self))
    text.append(contentsOf: visible.utf8)
    end(width: DisplayWidth.of(visible))
  }

  private mutating func append(
    number: UnsafeBufferPointer<UInt8>, _ write: (inout [UInt8]) -> Void
  ) {
    let start = text.count
    write(&text)
    end(width: text.count - start, isWhole: true, isRight: true)
  }

  /// `2026-01-01T00:00:00.000Z` as `2026-01-01 00:00:00Z`.
  private mutating func append(instant: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    let isWholeSecond = instant.suffix(5).elementsEqual(".000Z".utf8)
    for byte in isWholeSecond ? instant.dropLast(5) : instant[...] {
      text.append(byte == UInt8(ascii: "T") ? UInt8(ascii: " ") : byte)
    }
    if isWholeSecond { text.append(UInt8(ascii: "Z")) }
    end(width: text.count - start, isWhole: true)
  }

  /// - Parameter isWhole: whether the cell must not be cut: an amount, a number, an instant.
  private mutating func end(width: Int, isWhole: Bool = false, isRight: Bool = false) {
    let column = cells.count % columns.count
    cells.append(Cell(end: text.count, columns: Int32(clamping: width), isRight: isRight))
    columns[column].isRight = columns[column].isRight || isRight
    columns[column].wanted = max(columns[column].wanted, width)
    let narrowest = isWhole || columns[column].isKey ? width : min(width, Self.narrowest)
    columns[column].narrowest = max(columns[column].narrowest, narrowest)
    if !isWhole { widestText = max(widestText, width) }
  }

  // MARK: Reading

  func cell(_ row: Int, _ column: Int) -> Cell { cells[row * columns.count + column] }

  func string(_ row: Int, _ column: Int) -> String {
    String(decoding: text[range(row, column)], as: UTF8.self)
  }

  /// Appends the text of a cell.
  func append(_ row: Int, _ column: Int, to line: inout [UInt8]) {
    let range = range(row, column)
    text.withUnsafeBufferPointer {
      line.append(copying: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  private func range(_ row: Int, _ column: Int) -> Range<Int> {
    let index = row * columns.count + column
    return (index == 0 ? 0 : cells[index - 1].end)..<cells[index].end
  }
}
