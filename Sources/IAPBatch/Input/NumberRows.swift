import IAPCore
import SQLite
import Text

/// Reads payment numbers, one per line, or a single spreadsheet column without its header.
struct NumberRows: InputRowReader {
  private var lines: InputLines

  init(lines: InputLines) { self.lines = lines }

  let columns = InputColumns(.columns)

  mutating func next() throws(IAPError) -> InputRow? {
    while let line = try lines.nextFilled() {
      if line.hasOnlySeparators { continue }
      let (text, isKept) = Self.number(in: line)
      let content = Result { () throws(LineProblem) in
        if let problem = line.problem { throw problem }
        let values = try InputColumn.values { (column) throws(LineProblem) in
          column == .paymentSeq ? try column.value(ofText: text) : .null
        }
        return InputRow.Content(values: values, isExact: isKept)
      }
      return InputRow(line: line.number, content: content, source: line.bytes)
    }
    return nil
  }

  /// Whether the line is a payment number, including one that a spreadsheet has damaged.
  static func isNumber(_ line: InputLine) -> Bool {
    let text = number(in: line).text
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    let damage = SpreadsheetDamage.problem(of: text)
    // A comma more probably separates CSV cells.
    return damage == .rounded || damage == .formatted && !text.utf8.contains(UInt8(ascii: ","))
  }

  private static func number(in line: InputLine) -> (text: String, isKept: Bool) {
    let bytes = Array(line.bytes.trimmed)
    guard let first = bytes.first, "\"=".utf8.contains(first) else {
      return (String(decoding: bytes, as: UTF8.self), false)
    }
    let record = CSVRecord(
      InputLine(number: line.number, bytes: bytes, end: []), separator: UInt8(ascii: ","))
    let cells = (try? record.cells.get()) ?? []
    let cell = String(decoding: cells.count == 1 ? cells[0] : bytes, as: UTF8.self)
    return (SpreadsheetText.original(of: cell), SpreadsheetText.isKept(cell))
  }
}
