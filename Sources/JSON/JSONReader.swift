/// Reads JSON (RFC 8259) strictly, value by value, and holds no more of the text than the value
/// that is being read. Numbers keep their digits; what is not as it should be is a ``JSONProblem``.
///
///     try reader.beginArray()
///     while try reader.nextElement() { use(try reader.value()) }
///     try reader.finish()
package struct JSONReader {
  /// What is refused beyond what is no JSON.
  package enum Rules: Sendable {
    /// A key that is in an object twice, and a number of more than 38 digits.
    case strict
    /// Nothing: an object has both members.
    case lenient
  }

  package enum Kind: Sendable { case null, flag, number, string, array, object }

  /// Deeper nesting than any document of ours has.
  package static let deepest = 200

  /// What is read of the text and not yet passed.
  var buffer: [UInt8]
  var index = 0
  /// Where the string or number begins that is being read: it stays in the buffer.
  var mark: Int?
  /// The arrays and objects that are being read, from the outermost inwards.
  var frames: [Frame] = []
  var names = JSONNames()

  let rules: Rules
  private let deepest: Int
  let read: (() throws -> [UInt8])?
  var isAtStart = true
  var isExhausted = false
  var hasText = false
  /// Up to where line and column are counted.
  var counted = 0
  var position = (line: 1, column: 1)

  struct Frame {
    let isObject: Bool
    /// How many members or elements were begun.
    var count = 0
    var key = ""
    let names: JSONNames.Place
  }

  /// A whole document.
  package init(
    _ bytes: [UInt8], rules: Rules = .strict, deepest: Int = deepest
  ) {
    (buffer, read) = (bytes, nil)
    (self.rules, self.deepest) = (rules, deepest)
    passByteOrderMark()
  }

  /// A document that comes piece by piece.
  ///
  /// - Parameter read: the next bytes; none at the end.
  package init(rules: Rules = .strict, from read: @escaping () throws -> [UInt8]) {
    (buffer, self.read) = ([], read)
    (self.rules, deepest) = (rules, Self.deepest)
  }

  /// Reads a whole document, up to its end.
  package static func read<Contents>(
    _ bytes: [UInt8], rules: Rules = .strict, deepest: Int = deepest,
    _ body: (inout JSONReader) throws -> Contents
  ) throws(JSONProblem) -> Contents {
    do {
      var reader = JSONReader(bytes, rules: rules, deepest: deepest)
      let contents = try body(&reader)
      try reader.finish()
      return contents
    } catch {
      if String(validating: bytes, as: UTF8.self) == nil { throw notUTF8 }
      throw error as? JSONProblem ?? JSONProblem(place: "", problem: "\(error)")
    }
  }

  // MARK: Values

  /// The kind of the value that is next.
  package mutating func kind() throws -> Kind {
    switch try next() {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
    case UInt8(ascii: "n"): return .null
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number
    case nil where !hasText: throw JSONProblem(place: "", problem: "empty")
    default: throw fault("a value")
    }
  }

  /// The value that is next, with everything in it.
  package mutating func value() throws -> JSONValue {
    switch try kind() {
    case .null:
      try word("null")
      return .null
    case .flag: return .flag(try flag())
    case .number: return .number(try digits())
    case .string: return .string(try string())
    case .array:
      var elements: [JSONValue] = []
      try open(isObject: false)
      while try nextElement() { elements.append(try value()) }
      return .array(elements)
    case .object:
      var members: [JSONValue.Member] = []
      members.reserveCapacity(8)
      try open(isObject: true)
      while let key = try nextKey() { members.append(JSONValue.Member(key, try value())) }
      return .object(members)
    }
  }

  /// Goes past the value that is next. It must be JSON, but keys in it are not compared.
  package mutating func skip() throws {
    let outside = frames.count
    repeat {
      switch try kind() {
      case .null: try word("null")
      case .flag: _ = try flag()
      case .number: try passNumber()
      case .string: try passString()
      case .array: try open(isObject: false)
      case .object: try open(isObject: true)
      }
      // To the next value, out of what ends here.
      while frames.count > outside {
        guard let frame = frames.last else { break }
        if try frame.isObject ? nextMember() : nextElement() {
          if frame.isObject {
            try passString()
            try colon()
          }
          break
        }
      }
    } while frames.count > outside
  }

  private mutating func flag() throws -> Bool {
    let flag = buffer[index] == UInt8(ascii: "t")
    try word(flag ? "true" : "false")
    return flag
  }

  // MARK: Arrays and objects

  package mutating func beginArray() throws {
    guard try kind() == .array else { throw problem("not an array") }
    try open(isObject: false)
  }

  package mutating func beginObject() throws {
    guard try kind() == .object else { throw problem("not an object") }
    try open(isObject: true)
  }

  /// Whether there is another element, which is next then; if not, the array is passed.
  package mutating func nextElement() throws -> Bool {
    try advance(to: UInt8(ascii: "]"), else: "',' or ']'")
  }

  /// The key of the next member, whose value is next then; nil at the end of the object.
  package mutating func nextKey() throws -> String? {
    guard try nextMember() else { return nil }
    frames[frames.count - 1].key = ""
    let key = try string()
    frames[frames.count - 1].key = key
    if rules == .strict, !names.insert(key, frames[frames.count - 1].names) {
      throw problem("given twice")
    }
    try colon()
    return key
  }

  /// Whether nothing follows but white space.
  package mutating func isAtEnd() throws -> Bool { try next() == nil }

  /// Makes sure that nothing follows.
  package mutating func finish() throws {
    guard try isAtEnd() else { throw fault("the end") }
  }

  private mutating func nextMember() throws -> Bool {
    guard try advance(to: UInt8(ascii: "}"), else: "',' or '}'") else { return false }
    guard try next() == UInt8(ascii: "\"") else { throw fault("a key in quotes") }
    return true
  }

  private mutating func colon() throws {
    guard try next() == UInt8(ascii: ":") else { throw fault("':'") }
    index += 1
  }

  private mutating func open(isObject: Bool) throws {
    guard frames.count < deepest else { throw fault("less nesting") }
    index += 1
    frames.append(Frame(isObject: isObject, names: names.place))
  }

  private mutating func advance(to end: UInt8, else expected: String) throws -> Bool {
    let byte = try next()
    let last = frames.count - 1
    if byte == end {
      names.remove(from: frames.removeLast().names)
      index += 1
      return false
    }
    if frames[last].count > 0 {
      guard byte == UInt8(ascii: ",") else { throw fault(expected) }
      index += 1
    }
    frames[last].count += 1
    return true
  }

  // MARK: Problems

  /// Where the value stands that is being read: `purchases[3].price`.
  package var place: String {
    frames.reduce("") { place, frame in
      if frame.count == 0 { return place }
      return JSONProblem.place(place, frame.isObject ? frame.key : "[\(frame.count - 1)]")
    }
  }

  /// A problem of the value that is being read.
  package func problem(_ problem: String) -> JSONProblem {
    JSONProblem(place: place, problem: problem)
  }

  static let notUTF8 = JSONProblem(place: "", problem: "not UTF-8")

  mutating func fault(_ expected: String) -> JSONProblem {
    count()
    return JSONProblem(
      at: .init(line: position.line, column: position.column),
      problem: "not JSON: \(expected) was expected")
  }

  /// The line that is being read, counted from 1.
  package var line: Int {
    mutating get {
      count()
      return position.line
    }
  }
}
