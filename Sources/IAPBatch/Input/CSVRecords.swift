import IAPCore

/// Reads the records of CSV (RFC 4180). It rejects anything that CSV readers interpret differently.
/// A cell is unquoted, completely quoted, or a spreadsheet text (`="1"`).
struct CSVRecords {
  private var lines: InputLines
  private(set) var separator = UInt8(ascii: ",")
  private let names: ColumnNames

  /// Whether the input begins with a byte-order mark.
  var hasMark: Bool { lines.hasMark }

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
      // Without a header, the character of which it has most.
      separator =
        Self.separator(inHeader: first, names)
        ?? Self.separators.max { one, other in
          first.bytes.count { $0 == one } < first.bytes.count { $0 == other }
        } ?? separator
    }
  }

  /// Reads the next line, if it is above another one.
  mutating func line(above line: Int) throws(IAPError) -> InputLine? {
    guard let next = try lines.peek(), next.number < line else { return nil }
    return try lines.next()
  }

  /// The number of all lines; nil if there are more to read.
  mutating func count() throws(IAPError) -> Int? { try lines.peek() == nil ? lines.count : nil }

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
  ///
  /// - Parameter isFirst: whether the header may go on in the next line, inside a cell.
  static func separator(
    inHeader line: InputLine, _ options: ColumnNames, isFirst: Bool = true
  ) -> UInt8? {
    let counts = separators.map { separator in
      let record = CSVRecord(line, separator: separator)
      let names = ((try? record.cells.get()) ?? []).map { String(decoding: $0, as: UTF8.self) }
      let isHeader = names.contains { options.meaning(of: $0) == .column(.paymentSeq) }
      return isHeader || isFirst && record.isOpen ? names.count : 0
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
  mutating func next() throws(IAPError) -> CSVRecord? {
    guard let first = try peek() else { return nil }
    _ = try lines.next()
    var record = CSVRecord(first, separator: separator)
    while record.isOpen, let line = try lines.next(isInRecord: true) { record.add(line) }
    record.end()
    return record
  }
}
