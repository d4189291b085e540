import IAPCore
import SQLite
import Text

/// Reads payments from CSV with a header.
struct CSVRows: InputRowReader {
  private var records: CSVRecords
  /// Nil before the header is read.
  private var header: CSVHeader?
  private var rounded = RoundedNumbers()

  init(_ records: CSVRecords) { self.records = records }

  var columns: InputColumns { header?.columns ?? InputColumns(.columns) }
  var isRounded: Bool { rounded.isFound }

  mutating func next() throws(IAPError) -> InputRow? {
    guard let header else {
      try records.chooseSeparator()
      guard let first = try records.next() else { return nil }
      do throws(LineProblem) {
        header = try CSVHeader(first.cells.get())
      } catch {
        // The cells cannot be assigned to columns without a header.
        let problem = LineProblem(error.message, endsInput: true)
        return InputRow(line: first.line) { () throws(LineProblem) in throw problem }
      }
      return try next()
    }
    while let record = try records.next() {
      if case .success(let cells) = record.cells, cells.count > 1, cells.allSatisfy(\.isBlank) {
        continue
      }
      return InputRow(line: record.line) { () throws(LineProblem) in
        try values(of: try record.cells.get(), below: header)
      }
    }
    return nil
  }

  private mutating func values(
    of cells: [[UInt8]], below header: CSVHeader
  ) throws(LineProblem) -> [Value] {
    guard cells.count == header.count else {
      let count = cells.count == 1 ? "1 cell" : "\(cells.count) cells"
      throw LineProblem("it has \(count), but the header has \(header.count)")
    }
    var indices = header.indices[...]
    return try InputColumn.values { (column) throws(LineProblem) in
      guard let index = indices.removeFirst() else { return .null }
      let cell = String(decoding: cells[index], as: UTF8.self)
      if column == .paymentSeq {
        if !SpreadsheetText.isKept(cell) { rounded.add(cell) }
      } else if cell.isEmpty {
        return .null
      }
      return try column.value(ofCell: SpreadsheetText.original(of: cell))
    }
  }
}

/// The columns that a CSV header names.
struct CSVHeader {
  /// The index of each ``InputColumn``; nil if there is no such column.
  private(set) var indices = [Int?](repeating: nil, count: InputColumn.all.count)
  let count: Int
  private(set) var columns = InputColumns(.columns)

  init(_ cells: [[UInt8]]) throws(LineProblem) {
    let names = cells.map { SpreadsheetText.original(of: String(decoding: $0, as: UTF8.self)) }
    count = names.count
    let isJournal = InputColumn.ofJournal.allSatisfy(names.contains)
    for (index, name) in names.enumerated() {
      if let column = InputColumn(header: name) {
        if column == .ticket, isJournal { continue }
        if let other = indices[column.index] {
          throw LineProblem(
            "the header has two columns for \(column.name): '\(names[other])' and '\(name)'")
        }
        indices[column.index] = index
        columns.use(column.name)
      } else if !InputColumn.isWrittenBeside(name), !cells[index].isBlank {
        columns.ignore(name)
      }
    }
    guard indices[InputColumn.paymentSeq.index] != nil else {
      throw LineProblem("the header has no column paymentSeq")
    }
  }
}

extension InputColumn {
  /// Reads a cell. A spreadsheet writes `TRUE` and `FALSE` in capitals.
  fileprivate func value(ofCell text: String) throws(LineProblem) -> Value {
    switch self {
    case .storePayment, .sandboxPayment: try value(ofText: text.lowercased())
    case .paymentSeq: try value(ofText: text.withoutOuterSpaces)
    default: try value(ofText: text)
    }
  }
}

extension String {
  /// Removes leading and trailing spaces, including no-break spaces.
  fileprivate var withoutOuterSpaces: String {
    let isVisible = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? false }
    // The fast path: almost no cell begins or ends with a space.
    if isVisible(utf8.first), isVisible(utf8.last) { return self }
    let rest = drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool { trimmed.isEmpty }
}
