import IAPCore

/// The beginning of an input, up to the end of its first line, used to detect the encoding and the
/// format.
struct InputHead {
  private let bytes: [UInt8]
  /// The range of the first line with content.
  private let line: Range<Int>
  /// Whether each line ends in a CR alone, as older programs write them.
  private let endsInCR: Bool

  /// Reads up to the end of the first line with content.
  init(_ read: (_ upTo: Int) throws(IAPError) -> [UInt8]) throws(IAPError) {
    var bytes: [UInt8] = []
    while bytes.count < InputLines.pieceSize, case let piece = try read(InputLines.pieceSize),
      !piece.isEmpty
    {
      bytes += piece
    }
    // However short the pieces are, the same bytes tell how the lines end.
    endsInCR = Self.endsInCR(bytes.prefix(InputLines.pieceSize))
    if endsInCR { bytes = Self.withLineFeeds(bytes) }
    var (start, searched) = (0, 0)
    var end: Int?
    while true {
      while end == nil, let found = bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        searched = found + 1
        if bytes[start..<found].allSatisfy(Self.isEmptyCell) {
          start = searched
        } else {
          end = found
        }
      }
      searched = end ?? bytes.count
      // 5 bytes: a byte-order mark (3) and a line end (2).
      guard end == nil, bytes.count >= InputLines.pieceSize,
        bytes.count - start <= InputLines.longest + 5,
        case let piece = try read(InputLines.pieceSize), !piece.isEmpty
      else { break }
      bytes += endsInCR ? Self.withLineFeeds(piece) : piece
    }
    self.bytes = bytes
    line = start..<(end ?? bytes.count)
  }

  /// Whether a beginning has lines that end in a CR alone. The LF behind its last CR may follow, and a
  /// cell in quotes may have any line end.
  private static func endsInCR(_ beginning: ArraySlice<UInt8>) -> Bool {
    var (isQuoted, hasCR) = (false, false)
    for (index, byte) in beginning.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") { return false }
      if byte == UInt8(ascii: "\r"), index < beginning.count - 1 { hasCR = true }
    }
    return hasCR
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
  }

  /// Whether the byte is a blank, a CSV separator, or part of a byte-order mark.
  private static func isEmptyCell(_ byte: UInt8) -> Bool {
    " \t\r,;".utf8.contains(byte) || InputLines.mark.contains(byte)
  }

  /// The format of a workbook: the ending of its name, or the markup that programs write into a file whose
  /// name ends so. Nil for another file.
  var workbook: String? {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return ".xlsx" }
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) { return ".xls" }
    let text = bytes[line].drop(while: Self.isEmptyCell)
    guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first,
      "!?".utf8.contains(next) || (0x61...0x7A).contains(next | 0x20)
    else { return nil }
    return next == UInt8(ascii: "?") ? "XML" : "HTML"
  }

  /// The characters at which other programs end lines, if the first line has them: two carriage returns before
  /// its line feed, U+2028, U+2029, U+0085, a vertical tab or a form feed.
  var foreignLineEnd: String? {
    if bytes[line].suffix(2).allSatisfy({ $0 == UInt8(ascii: "\r") }), line.count > 1 {
      return "CR CR LF"
    }
    let text = String(decoding: bytes[line], as: UTF8.self)
    return text.unicodeScalars.lazy.compactMap { Self.foreignLineEnds[$0] }.first
  }

  private static let foreignLineEnds: [Unicode.Scalar: String] = [
    "\u{2028}": "U+2028", "\u{2029}": "U+2029", "\u{85}": "U+0085", "\u{b}": "U+000B",
    "\u{c}": "U+000C",
  ]

  /// The first line that looks like the header of a CSV file.
  func lineOfHeader(_ names: ColumnNames) -> Int? {
    firstLine.flatMap {
      CSVRecords.separator(inHeader: $0, names, isFirst: false) == nil ? nil : $0.number
    } ?? lineOfLowerHeader(names)
  }

  /// Whether the line below the first one has a cell with a long number, as the rows of a table have.
  var isTable: Bool {
    bytes[min(line.upperBound + 1, bytes.count)...].prefix { $0 != UInt8(ascii: "\n") }
      .split { ",;\t".utf8.contains($0) }
      .contains { CSVRecord.isLongNumber(String(decoding: $0, as: UTF8.self)) }
  }

  /// The line that looks like the header of a CSV file, if it is below the first line with content.
  func lineOfLowerHeader(_ names: ColumnNames) -> Int? {
    let rest = bytes[min(line.upperBound + 1, bytes.count)...]
    let first = 2 + bytes[..<line.upperBound].count { $0 == UInt8(ascii: "\n") }
    let lines = rest.split(
      separator: UInt8(ascii: "\n"), maxSplits: Self.searchedLines, omittingEmptySubsequences: false
    ).prefix(Self.searchedLines)
    let found = lines.enumerated().first { index, bytes in
      let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      let line = InputLine(number: first + index, bytes: Array(text), end: [])
      return CSVRecords.separator(inHeader: line, names, isFirst: false) != nil
    }
    // Nothing above a header is read, so no payment may stand there.
    let above = [bytes[line]] + lines.prefix(found?.offset ?? 0)
    return above.contains { CSVRecord.paymentNumber(in: $0) != nil }
      ? nil : found.map { first + $0.offset }
  }

  /// The number of lines in which a header is looked for.
  private static let searchedLines = 20

  /// The encoding, if iapctl cannot read it; nil for UTF-8.
  var encoding: ForeignEncoding? { ForeignEncoding(beginningOf: bytes) }

  /// The first line with content; nil if there is none.
  var firstLine: InputLine? {
    var text = bytes[line]
    guard !text.allSatisfy(Self.isEmptyCell) else { return nil }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.starts(with: InputLines.mark) { text = text.dropFirst(InputLines.mark.count) }
    let number = 1 + bytes[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") }
    return InputLine(
      number: number, bytes: Array(text), end: [], isTooLong: text.count > InputLines.longest)
  }

  /// A function that reads the whole input: first these bytes, then the bytes that `read` returns.
  func followed(
    by read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]
  ) -> (_ upTo: Int) throws(IAPError) -> [UInt8] {
    var rest = bytes[...]
    let endsInCR = endsInCR
    return { (count) throws(IAPError) in
      guard !rest.isEmpty else {
        return endsInCR ? Self.withLineFeeds(try read(count)) : try read(count)
      }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
