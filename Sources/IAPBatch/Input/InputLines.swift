import IAPCore
import System

struct InputLine: Equatable {
  /// The line number from 1; blank lines count.
  let number: Int
  /// The bytes without the line end; empty if the line is too long.
  let bytes: [UInt8]
  /// The line end (LF or CRLF); empty at the end of the input.
  let end: [UInt8]
  var isTooLong = false
  /// Whether a line that is too long has an odd number of quotes, and so changes whether a CSV cell
  /// is open.
  var hasOddQuotes = false

  var isBlank: Bool { !isTooLong && bytes.trimmed.isEmpty }

  /// Whether the line is an empty spreadsheet row, such as `,,,`.
  var hasOnlySeparators: Bool { !isTooLong && bytes.allSatisfy { " \t,;".utf8.contains($0) } }

  /// Why the line is not valid text; nil if it is.
  var problem: LineProblem? {
    if isTooLong { return .tooLong }
    if bytes.firstIndex(of: 0, from: 0) != nil { return .nullCharacter }
    let isText = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(0) { $0 | $1 } < 0x80 || String(validating: bytes, as: UTF8.self) != nil
    }
    guard isText else {
      return .encoding(ForeignEncoding(line: bytes)?.rawValue)
    }
    return nil
  }
}

/// Splits a stream of bytes into lines. Holds at most one line and one read buffer in memory.
struct InputLines {
  /// The maximum length of a line and of a CSV record, in bytes.
  static let longest = 1 << 20
  /// After this number of bytes without a line end, reading stops.
  static let searchLimit = 1 << 30
  /// The number of bytes that are asked for at a time.
  static let pieceSize = 1 << 16
  /// The byte-order mark of UTF-8.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let read: (_ upTo: Int) throws(IAPError) -> [UInt8]
  private var buffer: [UInt8] = []
  /// The index in `buffer` of the next line.
  private var start = 0
  /// The index in `buffer` up to which there is no line end.
  private var searched = 0
  /// The number of lines that were read.
  private(set) var count = 0
  private var isAtEnd = false
  private var held: InputLine?
  /// Whether the input begins with a byte-order mark.
  private(set) var hasMark = false

  init(_ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]) { self.read = read }

  /// The next line that is not blank. Does not consume it.
  mutating func peek() throws(IAPError) -> InputLine? {
    while let line = try next() {
      guard line.isBlank else {
        held = line
        return line
      }
    }
    return nil
  }

  /// The next line that is not blank; nil at the end.
  mutating func nextFilled() throws(IAPError) -> InputLine? {
    _ = try peek()
    return try next()
  }

  /// The next line; nil at the end.
  ///
  /// - Parameter isInRecord: whether the last line ended inside a cell. Then the next one has the same
  ///   number, as the row of a sheet has.
  mutating func next(isInRecord: Bool = false) throws(IAPError) -> InputLine? {
    if let line = held {
      held = nil
      return line
    }
    if !isInRecord { count += 1 }
    guard let end = try findEnd() else {
      // 1 byte more than the longest line: the CR of a CRLF.
      if buffer.count - start > Self.longest + 1 { return try passTooLong() }
      if start < buffer.count { return line(to: buffer.count, isEnded: false) }
      if !isInRecord { count -= 1 }
      return nil
    }
    return line(to: end, isEnded: true)
  }

  /// The index of the next line end. Reads until it is found; nil if the line is too long or the
  /// input ends.
  private mutating func findEnd() throws(IAPError) -> Int? {
    while true {
      if let end = lineFeed() { return end }
      searched = buffer.count
      guard buffer.count - start <= Self.longest + 1, try fill() else { return nil }
    }
  }

  private func lineFeed() -> Int? {
    buffer.firstIndex(of: UInt8(ascii: "\n"), from: searched)
  }

  /// - Returns: whether there were more bytes.
  private mutating func fill() throws(IAPError) -> Bool {
    guard !isAtEnd else { return false }
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    let piece = try read(Self.pieceSize)
    buffer += piece
    isAtEnd = piece.isEmpty
    return !isAtEnd
  }

  private mutating func line(to end: Int, isEnded: Bool) -> InputLine {
    let first = start
    var ending = isEnded ? [UInt8(ascii: "\n")] : []
    start = end + ending.count
    searched = start
    var bytes = buffer[first..<end]
    if bytes.last == UInt8(ascii: "\r") { ending.insert(bytes.removeLast(), at: 0) }
    if count == 1, bytes.starts(with: Self.mark) {
      hasMark = true
      bytes = bytes.dropFirst(Self.mark.count)
    }
    guard bytes.count <= Self.longest else {
      return tooLong(quotes: buffer.quotes(from: first, to: end), end: ending)
    }
    return InputLine(number: count, bytes: Array(bytes), end: ending)
  }

  /// Skips a line that is too long without holding it in memory.
  private mutating func passTooLong() throws(IAPError) -> InputLine {
    var (quotes, passed) = (0, 0)
    while true {
      guard passed < Self.searchLimit else {
        isAtEnd = true
        return InputLine(number: count, bytes: [], end: [], isTooLong: true, hasOddQuotes: true)
      }
      passed += buffer.count - start
      let end = lineFeed()
      quotes += buffer.quotes(from: start, to: end ?? buffer.count)
      start = end.map { $0 + 1 } ?? buffer.count
      searched = start
      if end != nil { return tooLong(quotes: quotes, end: [UInt8(ascii: "\n")]) }
      guard try fill() else { return tooLong(quotes: quotes, end: []) }
    }
  }

  private func tooLong(quotes: Int, end: [UInt8]) -> InputLine {
    InputLine(
      number: count, bytes: [], end: end, isTooLong: true, hasOddQuotes: quotes % 2 == 1)
  }
}

extension [UInt8] {
  fileprivate func quotes(from start: Int, to end: Int) -> Int {
    var (quotes, position) = (0, start)
    while let next = firstIndex(of: UInt8(ascii: "\""), from: position, to: end) {
      quotes += 1
      position = next + 1
    }
    return quotes
  }

  /// Without leading and trailing spaces and tabs.
  var trimmed: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let rest = drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return [] }
    return rest[...last]
  }
}

extension LineProblem {
  static let tooLong = LineProblem.tooLong(limit: InputLines.longest)
}
