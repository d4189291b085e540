import IAPCore

/// The cells of one CSV record, which may span several lines.
struct CSVCells {
  private enum State {
    case start, bare, quoted
    /// After a quote inside a quoted cell: it ends the cell, unless another quote follows.
    case closing
    /// Inside `="1"`: after the equals sign, inside the quotes, and after a quote.
    case sign, kept, keptClosing
  }

  private let separator: UInt8
  private var cells: [[UInt8]] = []
  private var cell: [UInt8] = []
  private var state = State.start
  private var problem: LineProblem?
  private var size = 0

  init(separator: UInt8) { self.separator = separator }

  /// Whether the record continues in the next line.
  private(set) var isOpen = false

  mutating func add(_ line: InputLine) {
    note(line.problem)
    size += line.bytes.count + line.end.count
    if size > InputLines.longest + line.end.count { note(.tooLong) }
    for byte in line.bytes { add(byte) }
    if line.hasOddQuotes { state = state == .quoted ? .closing : .quoted }
    isOpen = state == .quoted
    if isOpen { line.end.forEach { keep($0) } }
  }

  func finished() -> Result<[[UInt8]], LineProblem> {
    if let problem { return .failure(problem) }
    return state == .kept ? .failure(.strayQuote) : .success(cells + [cell])
  }

  private mutating func add(_ byte: UInt8) {
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .closing
    case (.quoted, _): keep(byte)
    case (.start, UInt8(ascii: "\"")): state = .quoted
    case (.closing, UInt8(ascii: "\"")): keep(byte, in: .quoted)
    case (.start, UInt8(ascii: "=")): keep(byte, in: .sign)
    case (.sign, UInt8(ascii: "\"")), (.keptClosing, UInt8(ascii: "\"")): keep(byte, in: .kept)
    case (.kept, _): keep(byte, in: byte == UInt8(ascii: "\"") ? .keptClosing : .kept)
    case (_, separator): endCell()
    default:
      check(byte)
      keep(byte, in: .bare)
    }
  }

  private mutating func endCell() {
    if problem == nil { cells.append(cell) }
    cell = []
    state = .start
  }

  /// Records a character that is not allowed in an unquoted cell.
  private mutating func check(_ byte: UInt8) {
    if state == .closing || state == .keptClosing {
      note(.textAfterQuote)
    }
    if byte == UInt8(ascii: "\"") { note(.strayQuote) }
    if byte == UInt8(ascii: "\r") {
      note(.carriageReturn)
    }
  }

  private mutating func keep(_ byte: UInt8, in state: State) {
    self.state = state
    keep(byte)
  }

  /// Does nothing if the record is invalid: its cells are not used.
  private mutating func keep(_ byte: UInt8) { if problem == nil { cell.append(byte) } }

  private mutating func note(_ found: LineProblem?) {
    guard problem == nil, let found else { return }
    problem = found
    (cells, cell) = ([], [])
  }
}
