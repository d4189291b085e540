import IAPCore

/// The file format of an input.
package enum InputFormat: String, Sendable, CaseIterable {
  /// One JSON object per line.
  case jsonl
  /// One JSON document with a list of objects, as `-o json` prints it.
  case json
  /// CSV (RFC 4180) with a header. The separator is a comma, a semicolon or a tab.
  case csv
  /// One payment number per line.
  case numbers

  /// Detects the format from the first line that is not blank.
  init?(firstLine line: InputLine, _ names: ColumnNames) {
    let text = line.bytes.trimmed
    switch text.first {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = JSONDocumentRows.begins(text) ? .json : .jsonl
    default:
      if NumberRows.isNumber(line) {
        self = .numbers
      } else if CSVRecords.separator(inHeader: line, names) != nil
        || CSVRecords.separator(named: line) != nil
      {
        self = .csv
      } else {
        return nil
      }
    }
  }

  /// Whether a first line is JSON, and not a title above a table, such as `[CS] stuck payments`.
  static func isJSON(_ line: InputLine) -> Bool {
    let text = line.bytes.trimmed
    let brace = UInt8(ascii: "{")
    guard text.first == UInt8(ascii: "[") else { return text.first == brace }
    return Array(text.dropFirst()).trimmed.first.map { $0 == brace } ?? true
  }

  func rows(
    _ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8], _ names: ColumnNames
  ) -> any InputRowReader {
    switch self {
    case .jsonl: JSONRows(lines: InputLines(read), names)
    case .json: JSONDocumentRows(read, names)
    case .csv: CSVRows(CSVRecords(InputLines(read), names), names)
    case .numbers: NumberRows(lines: InputLines(read))
    }
  }
}
