import IAPCore

/// Reads the records of CSV (RFC 4180). It rejects anything that CSV readers interpret differently.
/// A cell is unquoted, completely quoted, or a spreadsheet text (`="1"`).
struct CSVRecords {
  struct Record {
    /// The number of the record's first line.
    let line: Int
    let cells: Result<[[UInt8]], LineProblem>
  }

  private var lines: InputLines
  private var separator = UInt8(ascii: ",")
  private let names: ColumnNames

  init(_ lines: InputLines, _ names: ColumnNames) {
    self.lines = lines
    self.names = names
  }

  /// Detects the separator from a line `sep=;`, which it consumes, or from the header, which must be
  /// the next record. The default is a comma.
  mutating func chooseSeparator() throws(IAPError) {
    guard let first = try peek() else { return }
    if let named = Self.separator(named: first) {
      separator = named
      _ = try lines.next()
    } else {
      separator = Self.separator(inHeader: first, names) ?? separator
    }
  }

  /// The separator that a first line such as `sep=;` names. Excel reads and removes that line, other
  /// programs keep it. Nil for another line.
  static func separator(named line: InputLine) -> UInt8? {
    let text = line.bytes.filter { $0 != UInt8(ascii: "\"") }
    let rest = text.dropFirst(4)
    guard String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let separator = rest.first, separators.contains(separator),
      rest.allSatisfy({ $0 == separator })
    else { return nil }
    return separator
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// The separator with which the header has a payment number column; nil if there is none.
  static func separator(inHeader line: InputLine, _ options: ColumnNames) -> UInt8? {
    let counts = separators.map { separator in
      let names = cells(of: line, separator: separator).map { String(decoding: $0, as: UTF8.self) }
      return names.contains { options.meaning(of: $0) == .column(.paymentSeq) } ? names.count : 0
    }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most).map { separators[$0] }
  }

  /// The first line of the next record, after any lines without content. Does not consume it.
  private mutating func peek() throws(IAPError) -> InputLine? {
    while let line = try lines.peek() {
      guard line.hasOnlySeparators else { return line }
      _ = try lines.next()
    }
    return nil
  }

  /// The next record; nil at the end.
  mutating func next() throws(IAPError) -> Record? {
    guard let first = try peek() else { return nil }
    var cells = CSVCells(separator: separator)
    while let line = try lines.next() {
      cells.add(line)
      guard cells.isOpen else { return Record(line: first.number, cells: cells.finished()) }
    }
    let problem = LineProblem("a quoted cell has no closing quote", endsInput: true)
    return Record(line: first.number, cells: .failure(problem))
  }

  /// The cells of a single line; empty if the line is invalid.
  static func cells(of line: InputLine, separator: UInt8) -> [[UInt8]] {
    var cells = CSVCells(separator: separator)
    cells.add(line)
    return (try? cells.finished().get()) ?? []
  }
}

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
    if size > InputLines.longest + line.end.count { note(InputLine.tooLong) }
    for byte in line.bytes { add(byte) }
    if line.hasOddQuotes { state = state == .quoted ? .closing : .quoted }
    isOpen = state == .quoted
    if isOpen { line.end.forEach { keep($0) } }
  }

  func finished() -> Result<[[UInt8]], LineProblem> {
    if let problem { return .failure(problem) }
    return state == .kept ? .failure(Self.strayQuote) : .success(cells + [cell])
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
      note(LineProblem("unexpected text after a closing quote"))
    }
    if byte == UInt8(ascii: "\"") { note(Self.strayQuote) }
    if byte == UInt8(ascii: "\r") {
      note(LineProblem("a carriage return in an unquoted cell"))
    }
  }

  private static let strayQuote = LineProblem("a quote in an unquoted cell")

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
