import IAPCore
import System

/// A line of the input.
struct InputLine: Equatable {
  /// Counted from 1, blank lines too.
  let number: Int
  /// Without its end; empty where the line is too long.
  let bytes: [UInt8]
  /// What ended it; empty at the end of the input.
  let end: [UInt8]
  var isTooLong = false
  /// Whether a line that is too long has an odd number of quotes.
  var hasOddQuotes = false

  var isBlank: Bool { !isTooLong && bytes.trimmed.isEmpty }

  /// Whether it is a row of a spreadsheet with nothing in it.
  var hasOnlySeparators: Bool { !isTooLong && bytes.allSatisfy { " \t,;".utf8.contains($0) } }

  /// What keeps it from being text.
  var problem: LineProblem? {
    if isTooLong { return Self.tooLong }
    if bytes.firstIndex(of: 0, from: 0) != nil { return LineProblem("it has a null character") }
    guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil else {
      return LineProblem("it is " + (ForeignEncoding(line: bytes)?.message ?? "not UTF-8"))
    }
    return nil
  }

  static let tooLong = LineProblem("it is longer than \(InputLines.longest) bytes")
}

/// Cuts bytes that come piece by piece into lines, and never holds more than one and a piece.
struct InputLines {
  /// The longest line, and the longest record of CSV, in bytes.
  static let longest = 1 << 20
  /// An input that has no end of a line in so many bytes has no lines.
  static let endless = 1 << 30
  private static let pieceSize = 1 << 16
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let read: (_ upTo: Int) throws(IAPError) -> [UInt8]
  private var buffer: [UInt8] = []
  /// Where the line begins that is next.
  private var start = 0
  /// Up to where no end of a line was found.
  private var searched = 0
  private var count = 0
  private var isAtEnd = false
  private var held: InputLine?

  init(_ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]) { self.read = read }

  /// The line that is next that is not blank; it stays the next.
  mutating func peek() throws(IAPError) -> InputLine? {
    while let line = try next() {
      guard line.isBlank else {
        held = line
        return line
      }
    }
    return nil
  }

  /// Nil at the end.
  mutating func next() throws(IAPError) -> InputLine? {
    if let line = held {
      held = nil
      return line
    }
    count += 1
    guard let end = try findEnd() else {
      // Room for the line's end, of which one byte may be there.
      if buffer.count - start > Self.longest + 1 { return try passTooLong() }
      return start < buffer.count ? line(to: buffer.count, isEnded: false) : nil
    }
    return line(to: end, isEnded: true)
  }

  /// Reads until there is the end of a line, or more than the longest line.
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

  /// - Returns: whether there was more.
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
    if count == 1, bytes.starts(with: Self.mark) { bytes = bytes.dropFirst(Self.mark.count) }
    guard bytes.count <= Self.longest else {
      return tooLong(quotes: buffer.quotes(from: first, to: end), end: ending)
    }
    return InputLine(number: count, bytes: Array(bytes), end: ending)
  }

  /// Goes past a line without holding it.
  private mutating func passTooLong() throws(IAPError) -> InputLine {
    var (quotes, passed) = (0, 0)
    while true {
      guard passed < Self.endless else {
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

  /// Without the blanks and tabs around it.
  var trimmed: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let rest = drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return [] }
    return rest[...last]
  }
}
