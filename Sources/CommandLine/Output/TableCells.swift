import Records
import Text

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
    let style: Style?

    /// A line of the cell.
    func part(width: Int) -> Cell {
      Cell(end: end, columns: Int32(clamping: width), isRight: isRight, style: style)
    }
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
    /// Whether a cell is an instant. An instant can be shown without milliseconds and offset.
    var hasInstants = false
    /// How certain values are shown.
    let marks: [String: Mark]
  }

  private(set) var columns: [Column]
  private var text: [UInt8] = []
  private var cells: [Cell] = []

  private let instants: InstantStyle

  /// A column is not made narrower.
  private static let narrowest = 8
  /// `2026-01-01 00:00:00`
  static let shortInstant = 19
  /// `2026-01-01`, with the time on the next line.
  private static let day = 10
  /// The maximum number of lines of a cell that does not fit into its column.
  private static let maximumLines = 3

  init(_ columns: [Column], instants: InstantStyle) {
    self.columns = columns
    self.instants = instants
  }

  var count: Int { columns.isEmpty ? 0 : cells.count / columns.count }

  /// Removes all rows. The columns keep the widths that these rows need.
  mutating func removeRows() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }

  mutating func append(_ cell: RecordBatch.Cell, showsSecrets: Bool) {
    switch cell.kind {
    case .null: append("-")
    case .secret where !showsSecrets: append("-")
    case .text, .secret, .nested:
      if let mark = mark(of: cell) { append(mark, cell.text) } else { append(visible: cell.short) }
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

  private func mark(of cell: RecordBatch.Cell) -> Mark? {
    let marks = columns[cells.count % columns.count].marks
    return marks.isEmpty ? nil : marks[String(decoding: cell.text, as: UTF8.self)]
  }

  private mutating func append(_ mark: Mark, _ value: UnsafeBufferPointer<UInt8>) {
    text.append(contentsOf: "\(mark.sign) ".utf8)
    text.append(copying: value)
    end(width: 2 + value.count, style: mark.style)
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

  private mutating func append(instant: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    instants.write(instant, &text)
    end(width: text.count - start, isInstant: true)
  }

  /// - Parameters:
  ///   - isWhole: whether the cell must stay on one line: an amount, a number.
  ///   - isInstant: whether it is an instant, which is shortened and not cut.
  private mutating func end(
    width: Int, isWhole: Bool = false, isInstant: Bool = false, isRight: Bool = false,
    style: Style? = nil
  ) {
    let column = cells.count % columns.count
    cells.append(
      Cell(end: text.count, columns: Int32(clamping: width), isRight: isRight, style: style))
    columns[column].isRight = columns[column].isRight || isRight
    columns[column].wanted = max(columns[column].wanted, width)
    let shortest = isInstant ? Self.day : Self.narrowest
    let isOneLine = isWhole || columns[column].isKey || style != nil
    let narrowest = isOneLine ? width : min(width, shortest)
    columns[column].narrowest = max(columns[column].narrowest, narrowest)
    columns[column].hasInstants = columns[column].hasInstants || isInstant
  }

  /// The same rows with some of the columns.
  func selecting(_ selected: [Int]) -> TableCells {
    var narrow = TableCells(selected.map { columns[$0] }, instants: instants)
    for row in 0..<count {
      for column in selected {
        append(row, column, to: &narrow.text)
        let cell = cell(row, column)
        narrow.cells.append(
          Cell(
            end: narrow.text.count, columns: cell.columns, isRight: cell.isRight,
            style: cell.style))
      }
    }
    return narrow
  }

  // MARK: Reading

  func cell(_ row: Int, _ column: Int) -> Cell { cells[row * columns.count + column] }

  func string(_ row: Int, _ column: Int) -> String {
    String(decoding: text[range(row, column)], as: UTF8.self)
  }

  /// The lines of a cell in a column of a width. An instant loses its milliseconds and its offset, and
  /// then breaks before the time; a text breaks at its spaces, and what is left is cut.
  func lines(_ row: Int, _ column: Int, width: Int) -> [String] {
    let text = string(row, column)
    guard cell(row, column).width > width else { return [text] }
    if columns[column].hasInstants {
      let short = text.prefix(Self.shortInstant)
      if width >= Self.shortInstant { return [String(short)] }
      return short.split(separator: " ").map(String.init)
    }
    let lines = TextWrap.lines(text, width: width)
    let wholeLines = Self.maximumLines - 1
    let shown = lines.prefix(wholeLines) + [lines.dropFirst(wholeLines).joined(separator: " ")]
    return shown.filter { !$0.isEmpty }.map { DisplayWidth.cut($0, to: width) }
  }

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
