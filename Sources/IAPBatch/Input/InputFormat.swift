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
    if Self.isJSON(line) {
      self = text.first == UInt8(ascii: "[") || JSONDocumentRows.begins(text) ? .json : .jsonl
    } else if NumberRows.isNumber(line) {
      self = .numbers
    } else if CSVRecords.separator(inHeader: line, names) != nil
      || CSVRecords.separator(named: line) != nil
    {
      self = .csv
    } else {
      return nil
    }
  }

  /// Whether a first line is JSON, and not a title above a table, such as `[CS] stuck payments`.
  static func isJSON(_ line: InputLine) -> Bool {
    let text = line.bytes.trimmed
    guard let bracket = text.first, "[{".utf8.contains(bracket) else { return false }
    guard let next = Array(text.dropFirst()).trimmed.first else { return true }
    return (bracket == UInt8(ascii: "[") ? "{[]\"" : "}\"").utf8.contains(next)
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
