import IAPCore

/// Reads the records of CSV (RFC 4180). It accepts nothing that other readers understand otherwise:
/// a cell is bare, or quoted as a whole, or a text that a spreadsheet keeps (`="1"`).
struct CSVRecords {
  struct Record {
    /// The number of its first line.
    let line: Int
    let cells: Result<[[UInt8]], LineProblem>
  }

  private var lines: InputLines
  private var separator = UInt8(ascii: ",")

  init(_ lines: InputLines) { self.lines = lines }

  /// Takes the separator from the header, which is next; a comma, if it shows none.
  mutating func chooseSeparator() throws(IAPError) {
    guard let header = try peek() else { return }
    separator = Self.separator(inHeader: header) ?? separator
  }

  /// The separator that gives a header its column of payment numbers; nil if none does.
  static func separator(inHeader line: InputLine) -> UInt8? {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = separators.map { separator in
      let names = cells(of: line, separator: separator).map { String(decoding: $0, as: UTF8.self) }
      return names.contains { InputColumn(header: $0) == .paymentSeq } ? names.count : 0
    }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most).map { separators[$0] }
  }

  /// The line that begins the next record, past those with nothing in them; it stays the next.
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

  /// The cells of a line, as far as they end there.
  static func cells(of line: InputLine, separator: UInt8) -> [[UInt8]] {
    var cells = CSVCells(separator: separator)
    cells.add(line)
    return (try? cells.finished().get()) ?? []
  }
}
