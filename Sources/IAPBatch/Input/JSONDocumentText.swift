import IAPCore

/// Cuts a JSON document that comes piece by piece into values, and never holds more than one of
/// them and a piece. It finds where a value ends, not whether it is JSON.
struct JSONDocumentText {
  /// A value as it was written.
  struct Value {
    /// The number of its first line.
    let line: Int
    /// Empty if the value is too long.
    var bytes: [UInt8] = []
    /// What keeps it from being read.
    var problem: LineProblem?
  }

  private let read: (_ upTo: Int) throws(IAPError) -> [UInt8]
  private var piece: [UInt8] = []
  private var index = 0
  private var isAtStart = true
  /// The number of the line that is being read.
  private(set) var line = 1

  private static let pieceSize = 1 << 16
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8]) { self.read = read }

  /// The next byte that is not white space; nil at the end.
  mutating func next() throws(IAPError) -> UInt8? {
    while true {
      while index < piece.count {
        let byte = piece[index]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        if byte == 0x0A { line += 1 }
        index += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// Takes a sign if it is next.
  mutating func take(_ sign: Unicode.Scalar) throws(IAPError) -> Bool {
    guard try next() == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// Takes the value that is next, up to its end or to the end of the input.
  mutating func value() throws(IAPError) -> Value {
    _ = try next()
    var value = Value(line: line)
    var end = JSONValueEnd()
    var size = 0
    while true {
      let start = index
      let isWhole = advance(to: &end)
      size += index - start
      if size <= InputLines.longest {
        value.bytes += piece[start..<index]
      } else {
        value.bytes = []
      }
      if isWhole { break }
      guard size <= InputLines.endless, try fill() else {
        value.problem = LineProblem("a value is cut off", endsInput: true)
        return value
      }
    }
    value.problem = size > InputLines.longest ? InputLine.tooLong : Self.problem(of: value.bytes)
    return value
  }

  private static func problem(of bytes: [UInt8]) -> LineProblem? {
    InputLine(number: 0, bytes: bytes, end: []).problem
  }

  /// - Returns: whether the value ends in this piece.
  private mutating func advance(to end: inout JSONValueEnd) -> Bool {
    while index < piece.count {
      let byte = piece[index]
      switch end.look(at: byte) {
      case .before: return true
      case .behind:
        index += 1
        return true
      case .later:
        if byte == 0x0A { line += 1 }
        index += 1
      }
    }
    return false
  }

  /// - Returns: whether there was more.
  private mutating func fill() throws(IAPError) -> Bool {
    (piece, index) = (try read(Self.pieceSize), 0)
    if isAtStart, !piece.isEmpty {
      while piece.count < Self.mark.count, case let more = try read(Self.pieceSize), !more.isEmpty {
        piece += more
      }
      if piece.starts(with: Self.mark) { index = Self.mark.count }
      isAtStart = false
    }
    return !piece.isEmpty
  }
}

/// Finds the end of a value, byte by byte.
private struct JSONValueEnd {
  enum Place { case before, behind, later }

  private var depth = 0
  private var isString = false
  private var isEscaped = false
  private var isWord = false

  /// Where the value ends, seen from this byte.
  mutating func look(at byte: UInt8) -> Place {
    if isString { return lookInString(at: byte) }
    switch byte {
    case UInt8(ascii: "\""):
      if isWord { return .before }
      isString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if isWord { return .before }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { return .before }
      depth -= 1
      if depth == 0 { return .behind }
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
      if depth == 0 { return .before }
    default: isWord = depth == 0
    }
    return .later
  }

  private mutating func lookInString(at byte: UInt8) -> Place {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isString = false
      return depth == 0 ? .behind : .later
    }
    return .later
  }
}
