/// How payments are written down.
package enum InputFormat: String, Sendable, CaseIterable {
  /// An object a line.
  case jsonl
  /// RFC 4180, with a header.
  case csv
  /// A payment number a line.
  case numbers

  /// What the first line that is not blank gives away.
  init?(firstLine line: InputLine) {
    let text = line.bytes.trimmed
    if text.first == UInt8(ascii: "{") {
      self = .jsonl
    } else if !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .numbers
    } else if CSVRecords.cells(of: line).contains(Array(InputField.paymentSeq.name.utf8)) {
      self = .csv
    } else {
      return nil
    }
  }
}
