/// The cells of one record of CSV, which may go on over several lines.
struct CSVCells {
  private enum Place {
    case start, bare, quoted
    /// Behind a quote that ends the cell, unless another one follows.
    case closing
    /// Behind the sign that begins a text which a spreadsheet keeps, in it, and behind its quote.
    case sign, kept, keptClosing
  }

  private let separator: UInt8
  private var cells: [[UInt8]] = []
  private var cell: [UInt8] = []
  private var place = Place.start
  private var problem: LineProblem?
  private var size = 0

  init(separator: UInt8) { self.separator = separator }

  /// Whether the record goes on in the next line.
  private(set) var isOpen = false

  mutating func add(_ line: InputLine) {
    note(line.problem)
    size += line.bytes.count + line.end.count
    if size > InputLines.longest + line.end.count { note(InputLine.tooLong) }
    for byte in line.bytes { add(byte) }
    if line.hasOddQuotes { place = place == .quoted ? .closing : .quoted }
    isOpen = place == .quoted
    if isOpen { line.end.forEach { keep($0) } }
  }

  func finished() -> Result<[[UInt8]], LineProblem> {
    if let problem { return .failure(problem) }
    return place == .kept ? .failure(Self.strayQuote) : .success(cells + [cell])
  }

  private mutating func add(_ byte: UInt8) {
    switch (place, byte) {
    case (.quoted, UInt8(ascii: "\"")): place = .closing
    case (.quoted, _): keep(byte)
    case (.start, UInt8(ascii: "\"")): place = .quoted
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
    place = .start
  }

  /// Notes what a cell without quotes must not have.
  private mutating func check(_ byte: UInt8) {
    if place == .closing || place == .keptClosing {
      note(LineProblem("unexpected text after a closing quote"))
    }
    if byte == UInt8(ascii: "\"") { note(Self.strayQuote) }
    if byte == UInt8(ascii: "\r") {
      note(LineProblem("a carriage return in an unquoted cell"))
    }
  }

  private static let strayQuote = LineProblem("a quote in an unquoted cell")

  private mutating func keep(_ byte: UInt8, in place: Place) {
    self.place = place
    keep(byte)
  }

  /// A record with a problem is not kept.
  private mutating func keep(_ byte: UInt8) { if problem == nil { cell.append(byte) } }

  private mutating func note(_ found: LineProblem?) {
    guard problem == nil, let found else { return }
    problem = found
    (cells, cell) = ([], [])
  }
}
