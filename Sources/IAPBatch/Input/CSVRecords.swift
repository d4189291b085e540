import IAPCore

/// Reads the records of CSV (RFC 4180). It accepts nothing that other readers understand otherwise.
struct CSVRecords {
  struct Record {
    /// The number of its first line.
    let line: Int
    let cells: Result<[[UInt8]], LineProblem>
  }

  private var lines: InputLines

  init(_ lines: InputLines) { self.lines = lines }

  /// The next record, past blank lines; nil at the end.
  mutating func next() throws(IAPError) -> Record? {
    guard let first = try lines.peek() else { return nil }
    var cells = CSVCells()
    while let line = try lines.next() {
      cells.add(line)
      guard cells.isOpen else { return Record(line: first.number, cells: cells.finished()) }
    }
    let problem = LineProblem("a quoted cell has no end", endsInput: true)
    return Record(line: first.number, cells: .failure(problem))
  }

  /// The cells of a line, as far as they end there.
  static func cells(of line: InputLine) -> [[UInt8]] {
    var cells = CSVCells()
    cells.add(line)
    return (try? cells.finished().get()) ?? []
  }
}

/// The cells of one record, which may go on over several lines.
private struct CSVCells {
  private enum Place {
    case start, bare, quoted
    /// Behind a quote that ends the cell, unless another one follows.
    case closing
  }

  private var cells: [[UInt8]] = []
  private var cell: [UInt8] = []
  private var place = Place.start
  private var problem: LineProblem?
  private var size = 0

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
    problem.map { .failure($0) } ?? .success(cells + [cell])
  }

  private mutating func add(_ byte: UInt8) {
    switch (place, byte) {
    case (.quoted, UInt8(ascii: "\"")): place = .closing
    case (.quoted, _): keep(byte)
    case (.start, UInt8(ascii: "\"")): place = .quoted
    case (.closing, UInt8(ascii: "\"")):
      place = .quoted
      keep(byte)
    case (_, UInt8(ascii: ",")):
      if problem == nil { cells.append(cell) }
      cell = []
      place = .start
    default:
      if place == .closing { note(LineProblem("something stands behind a quoted cell")) }
      if byte == UInt8(ascii: "\"") { note(LineProblem("a quote stands in a cell without quotes")) }
      if byte == UInt8(ascii: "\r") {
        note(LineProblem("a carriage return stands in a cell without quotes"))
      }
      place = .bare
      keep(byte)
    }
  }

  /// What is wrong is no longer held.
  private mutating func keep(_ byte: UInt8) { if problem == nil { cell.append(byte) } }

  private mutating func note(_ found: LineProblem?) {
    guard problem == nil, let found else { return }
    problem = found
    (cells, cell) = ([], [])
  }
}
