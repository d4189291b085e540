import IAPCore
import SQLite
import Text

/// One row of the input: a value for each ``InputColumn``, or the reason why it is invalid.
struct InputRow {
  let line: Int
  /// The name of the JSON list that contains the row, such as "purchases"; nil if the row is a
  /// line.
  var list: String?
  let values: Result<[Value], LineProblem>
  /// Whether no spreadsheet can have rounded the payment number.
  var isExact = false

  init(
    line: Int, list: String? = nil, _ values: () throws(LineProblem) -> [Value]
  ) {
    self.line = line
    self.list = list
    do throws(LineProblem) {
      self.values = .success(try values())
    } catch {
      self.values = .failure(error)
    }
  }
}

/// Reads the rows of one input format.
protocol InputRowReader {
  /// The next row; nil at the end.
  mutating func next() throws(IAPError) -> InputRow?
  /// The columns or keys that were used and ignored so far.
  var columns: InputColumns { get }
  /// The names of the columns that iapctl does not know, and that have cells with text.
  var unknownColumns: [String] { get }
}

/// The columns or keys of an input.
package struct InputColumns: Equatable, Sendable {
  /// The term for them in this format.
  package enum Kind: Sendable { case columns, keys }

  package let kind: Kind
  package private(set) var used: [String] = []
  /// The names of all columns in the input.
  var namesInInput: [String] = []
  /// The first columns or keys that iapctl ignores.
  package private(set) var ignored: [String] = []
  /// The number of ignored columns or keys that are not in ``ignored``.
  package private(set) var more = 0

  /// The maximum number of ignored names, and the maximum length of each.
  private static let (kept, longest) = (20, 64)

  init(_ kind: Kind) { self.kind = kind }

  mutating func use(_ name: String) { used.append(name) }

  mutating func ignore(_ name: String) {
    guard ignored.count < Self.kept else { return more += 1 }
    ignored.append(name.count > Self.longest ? name.prefix(Self.longest) + "…" : name)
  }
}

/// Reads payment numbers, one per line, or a single spreadsheet column without its header.
struct NumberRows: InputRowReader {
  private var lines: InputLines

  init(lines: InputLines) { self.lines = lines }

  let columns = InputColumns(.columns)
  let unknownColumns: [String] = []

  mutating func next() throws(IAPError) -> InputRow? {
    while let line = try lines.peek() {
      _ = try lines.next()
      if line.hasOnlySeparators { continue }
      let (text, isKept) = Self.number(in: line)
      var row = InputRow(line: line.number) { () throws(LineProblem) in
        if let problem = line.problem { throw problem }
        return try InputColumn.values { (column) throws(LineProblem) in
          column == .paymentSeq ? try column.value(ofText: text) : .null
        }
      }
      row.isExact = isKept
      return row
    }
    return nil
  }

  /// Whether the line is a payment number, including one that a spreadsheet has damaged.
  static func isNumber(_ line: InputLine) -> Bool {
    let text = number(in: line).text
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    switch SpreadsheetDamage(text) {
    case .rounded: return true
    // A comma more probably separates CSV cells.
    case .formatted: return !text.utf8.contains(UInt8(ascii: ","))
    case nil: return false
    }
  }

  private static func number(in line: InputLine) -> (text: String, isKept: Bool) {
    let bytes = Array(line.bytes.trimmed)
    guard let first = bytes.first, "\"=".utf8.contains(first) else {
      return (String(decoding: bytes, as: UTF8.self), false)
    }
    let cells = CSVRecords.cells(
      of: InputLine(number: line.number, bytes: bytes, end: []), separator: UInt8(ascii: ","))
    let cell = String(decoding: cells.count == 1 ? cells[0] : bytes, as: UTF8.self)
    return (SpreadsheetText.original(of: cell), SpreadsheetText.isKept(cell))
  }
}
