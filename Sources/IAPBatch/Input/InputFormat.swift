import IAPCore

/// How payments are written down.
package enum InputFormat: String, Sendable, CaseIterable {
  /// An object a line.
  case jsonl
  /// One document with a list of objects, as `-o json` writes it.
  case json
  /// RFC 4180, with a header; the separator is a comma, a semicolon or a tab.
  case csv
  /// A payment number a line.
  case numbers

  /// What the first line that says anything gives away.
  init?(firstLine line: InputLine) {
    let text = line.bytes.trimmed
    switch text.first {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = JSONDocumentRows.begins(text) ? .json : .jsonl
    default:
      if NumberRows.isNumber(line) {
        self = .numbers
      } else if CSVRecords.separator(inHeader: line) != nil {
        self = .csv
      } else {
        return nil
      }
    }
  }

  func rows(_ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]) -> any InputRowReader {
    switch self {
    case .jsonl: JSONRows(lines: InputLines(read))
    case .json: JSONDocumentRows(read)
    case .csv: CSVRows(CSVRecords(InputLines(read)))
    case .numbers: NumberRows(lines: InputLines(read))
    }
  }
}
