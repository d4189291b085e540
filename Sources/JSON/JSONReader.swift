import Records

/// A strict reader for JSON (RFC 8259). It reads value by value and keeps only the current value in
/// memory. Numbers keep their digits. An error is a ``JSONProblem``.
///
///     try reader.beginArray()
///     while try reader.nextElement() { use(try reader.value()) }
///     try reader.finish()
package struct JSONReader {
  /// What is refused although it is valid JSON.
  package enum Rules: Sendable {
    /// Duplicate keys in an object, and numbers of more than 38 digits.
    case strict
    /// Nothing. An object can have a key twice.
    case lenient
    /// As ``lenient``, for text of a server. A string that has half a character is read as an empty
    /// array, so that its field is invalid if it is used, and ignored if it is not.
    case response
  }

  package enum Kind: Sendable { case null, flag, number, string, array, object }

  /// The default limit for nesting. Documents of iapctl are never as deep.
  package static let deepest = 200

  /// Bytes that were read and not yet consumed.
  var buffer: [UInt8]
  var index = 0
  /// The start of the string or number that is being read. Its bytes must stay in the buffer.
  var mark: Int?
  /// The arrays and objects that are being read, outermost first.
  var frames: [Frame] = []
  var names = JSONNames()
  /// Applied to the strings that ``value(of:key:)`` reads, with their key.
  package var clean: (_ key: String, _ text: String, _ isSecret: Bool) -> String = { _, text, _ in
    text
  }

  /// The path of the first object that ``value(of:key:)`` has read and that has a member twice.
  package internal(set) var repeatedKey: String?
  let rules: Rules
  private let deepest: Int
  let read: (() throws -> [UInt8])?
  var isAtStart = true
  var isExhausted = false
  var hasText = false
  /// The index up to which lines and columns are counted.
  var counted = 0
  var position = (line: 1, column: 1)

  /// A reader of a whole document.
  package init(
    _ bytes: [UInt8], rules: Rules = .strict, deepest: Int = deepest
  ) {
    (buffer, read) = (bytes, nil)
    (self.rules, self.deepest) = (rules, deepest)
    frames.reserveCapacity(4)
    passByteOrderMark()
  }

  /// A reader of a document in chunks.
  ///
  /// - Parameter read: returns the next bytes, or none at the end.
  package init(rules: Rules = .strict, from read: @escaping () throws -> [UInt8]) {
    (buffer, self.read) = ([], read)
    (self.rules, deepest) = (rules, Self.deepest)
  }

  /// Reads a whole document. Text after its value is refused.
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
      throw error as? JSONProblem ?? JSONProblem(problem: "\(error)")
    }
  }

  /// The kind of the next value, which is not consumed.
  package mutating func kind() throws -> Kind {
    switch try next() {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
    case UInt8(ascii: "n"): return .null
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return .number
    case nil where !hasText: throw JSONProblem(.empty)
    default: throw fault(.value)
    }
  }

  /// Reads the next value with all its members and elements.
  package mutating func value() throws -> JSONValue {
    switch try kind() {
    case .null:
      try word("null")
      return .null
    case .flag: return .flag(try flag())
    case .number: return .number(try digits())
    case .string: return try text().map(JSONValue.string) ?? .array([])
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

  /// Skips the next value. It must be valid JSON, but duplicate keys in it are not refused.
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
      // Leaves the arrays and objects that end here.
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

  package mutating func beginArray() throws {
    guard try kind() == .array else { throw problem(.not(.array)) }
    try open(isObject: false)
  }

  package mutating func beginObject() throws {
    guard try kind() == .object else { throw problem(.not(.object)) }
    try open(isObject: true)
  }

  /// True if the array has another element, which can be read next. If false, the array is
  /// consumed.
  package mutating func nextElement() throws -> Bool {
    try advance(to: UInt8(ascii: "]"), else: .commaOrBracket)
  }

  /// The key of the next member, whose value can be read next; nil at the end of the object.
  package mutating func nextKey() throws -> String? {
    guard try nextMember() else { return nil }
    frames[frames.count - 1].key = ""
    let key = try string()
    frames[frames.count - 1].key = key
    if rules == .strict, !names.insert(key, frames[frames.count - 1].names) {
      throw problem(.givenTwice)
    }
    try colon()
    return key
  }

  /// Reads the members of the next object.
  ///
  /// - Parameter values: gets the value of each key.
  /// - Returns: the other keys of the object.
  mutating func members(of keys: JSONKeys, into values: inout [JSONValue?]) throws -> [String] {
    var (strangers, next): ([String], Int) = ([], 0)
    try open(isObject: true)
    while let key = try nextKey(of: keys, next: next) {
      switch key {
      case .known(let place):
        let isRepeated = values[place] != nil
        if isRepeated, rules == .strict { throw problem(.givenTwice) }
        try colon()
        let value = try value()
        if !isRepeated { values[place] = value }
        next = place + 1
      case .other(let name):
        strangers.append(name)
        try colon()
        _ = try value()
      }
    }
    return strangers
  }

  enum Key {
    /// The place of the key among those that are looked for.
    case known(Int)
    case other(String)
  }

  /// Reads the next key, which is compared where it stands in the text. A colon and its value follow.
  ///
  /// - Parameter next: the key that is tried first.
  mutating func nextKey(of keys: JSONKeys, next: Int) throws -> Key? {
    guard try nextMember() else { return nil }
    let frame = frames.count - 1
    if let place = keys.place(at: index, of: buffer, next: next) {
      index += keys.length(of: place) + 2
      frames[frame].key = keys.names[place]
      return .known(place)
    }
    frames[frame].key = ""
    let key = try string()
    frames[frame].key = key
    if let place = keys.place(of: key) { return .known(place) }
    if rules == .strict, !names.insert(key, frames[frame].names) { throw problem(.givenTwice) }
    return .other(key)
  }

  /// True if only white space follows.
  package mutating func isAtEnd() throws -> Bool { try next() == nil }

  /// Refuses text after the document.
  package mutating func finish() throws {
    guard try isAtEnd() else { throw fault(.end) }
  }

  mutating func nextMember() throws -> Bool {
    guard try advance(to: UInt8(ascii: "}"), else: .commaOrBrace) else { return false }
    guard try next() == UInt8(ascii: "\"") else { throw fault(.key) }
    return true
  }

  mutating func colon() throws {
    guard try next() == UInt8(ascii: ":") else { throw fault(.colon) }
    index += 1
  }

  mutating func open(isObject: Bool) throws {
    guard frames.count < deepest else { throw fault(.lessNesting) }
    index += 1
    frames.append(Frame(isObject: isObject, names: names.place))
  }

  private mutating func advance(to end: UInt8, else expected: JSONProblem.Token) throws -> Bool {
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

  /// The path of the current value: `purchases[3].price`.
  package var place: String { place(of: frames[...]) }

  func place(of frames: ArraySlice<Frame>) -> String {
    frames.reduce("") { place, frame in
      if frame.count == 0 { return place }
      return JSONProblem.place(place, frame.isObject ? frame.key : "[\(frame.count - 1)]")
    }
  }

  /// A problem at the path of the current value.
  package func problem(_ kind: JSONProblem.Kind) -> JSONProblem {
    JSONProblem(place: place, kind)
  }

  static let notUTF8 = JSONProblem(.notUTF8)

  mutating func fault(_ expected: JSONProblem.Token) -> JSONProblem {
    count()
    return JSONProblem(
      at: .init(line: position.line, column: position.column), .syntax(expected: expected))
  }

  /// The current line, counted from 1.
  package var line: Int {
    mutating get {
      count()
      return position.line
    }
  }
}
