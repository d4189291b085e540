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

/// The beginning of an input up to the end of its first line: it tells the encoding and the format.
struct InputHead {
  private let bytes: [UInt8]
  /// The range of the first line that is not empty.
  private let line: Range<Int>

  private static let pieceSize = 1 << 16
  /// As many bytes as show an encoding, if there are so many.
  private static let least = 1 << 12
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads as much as it takes.
  init(_ read: (_ upTo: Int) throws(IAPError) -> [UInt8]) throws(IAPError) {
    var bytes: [UInt8] = []
    var (start, searched) = (0, 0)
    var end: Int?
    // Room for a byte-order mark and a line's end.
    while bytes.count < Self.least
      || (end == nil && bytes.count - start <= InputLines.longest + 5)
    {
      let piece = try read(Self.pieceSize)
      if piece.isEmpty { break }
      bytes += piece
      while end == nil, let found = bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        searched = found + 1
        if bytes[start..<found].allSatisfy(Self.isEmptyCell) {
          start = searched
        } else {
          end = found
        }
      }
      searched = end ?? bytes.count
    }
    self.bytes = bytes
    line = start..<(end ?? bytes.count)
  }

  /// Blanks, separators of CSV, and a byte-order mark.
  private static func isEmptyCell(_ byte: UInt8) -> Bool {
    " \t\r,;".utf8.contains(byte) || mark.contains(byte)
  }

  /// The encoding, if it is one that cannot be read.
  var encoding: ForeignEncoding? { ForeignEncoding(beginningOf: bytes) }

  /// The first line that says anything; nil if there is none.
  var firstLine: InputLine? {
    var text = bytes[line]
    guard !text.allSatisfy(Self.isEmptyCell) else { return nil }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.starts(with: Self.mark) { text = text.dropFirst(Self.mark.count) }
    let number = 1 + bytes[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") }
    return InputLine(
      number: number, bytes: Array(text), end: [], isTooLong: text.count > InputLines.longest)
  }

  /// The whole input: these bytes again, then those that follow.
  func followed(
    by read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]
  ) -> (_ upTo: Int) throws(IAPError) -> [UInt8] {
    var rest = bytes[...]
    return { (count) throws(IAPError) in
      guard !rest.isEmpty else { return try read(count) }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
