/// Reads the members of an object that is a document by itself, without a decoder: for documents
/// that come by the million.
package struct JSONMembers {
  package enum Value: Equatable, Sendable {
    case null
    case flag(Bool)
    /// The digits as they stand there.
    case number(String)
    case text(String)
    /// An array or an object.
    case nested
  }

  private let keys: [[UInt8]]

  /// - Parameter keys: the members that are of interest.
  package init(_ keys: [String]) { self.keys = keys.map { Array($0.utf8) } }

  /// What an object has.
  package struct Members: Equatable, Sendable {
    /// A value for each of the keys; nil if the object has no such member.
    package fileprivate(set) var values: [Value?]
    /// The UTF-8 of the other members' names, in their order.
    package fileprivate(set) var others: [[UInt8]] = []
  }

  /// - Parameter bytes: valid UTF-8.
  /// - Throws: if it is not an object, or has a member twice.
  package func read(_ bytes: [UInt8]) throws(JSONProblem) -> Members {
    if let fault = JSONSyntax.fault(in: bytes) {
      throw JSONProblem(
        place: "column \(fault.column)", problem: "not JSON: \(fault.expected) was expected")
    }
    var scanner = JSONScanner(bytes)
    guard scanner.take(UInt8(ascii: "{")) else {
      throw JSONProblem(place: "", problem: "not a JSON object")
    }
    var members = Members(values: [Value?](repeating: nil, count: keys.count))
    var others: Set<[UInt8]> = []
    var place = 0
    while scanner.next == UInt8(ascii: "\"") {
      let name = try scanner.string()
      _ = scanner.take(UInt8(ascii: ":"))
      if let known = self.place(of: name, from: place) {
        guard members.values[known] == nil else {
          throw Self.twice("'\(String(decoding: name, as: UTF8.self))'")
        }
        members.values[known] = try scanner.value()
        place = known + 1
      } else {
        guard others.insert(name).inserted else { throw Self.twice("a key") }
        members.others.append(name)
        scanner.pass()
      }
      _ = scanner.take(UInt8(ascii: ","))
    }
    return members
  }

  private static func twice(_ key: String) -> JSONProblem {
    JSONProblem(place: "", problem: "\(key) is given twice")
  }

  /// Writers keep an order: most often it is the key behind the last one.
  private func place(of name: [UInt8], from first: Int) -> Int? {
    if first < keys.count, keys[first] == name { return first }
    return keys.firstIndex(of: name)
  }
}

/// Walks through a text that ``JSONSyntax`` found to be JSON.
private struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What stands behind white space.
  var next: UInt8? {
    mutating get {
      while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
      return current
    }
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ sign: UInt8) -> Bool {
    guard next == sign else { return false }
    index += 1
    return true
  }

  mutating func value() throws(JSONProblem) -> JSONMembers.Value {
    switch next {
    case UInt8(ascii: "\""): return .text(String(decoding: try string(), as: UTF8.self))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      pass()
      return .nested
    default: return Self.plain(word())
    }
  }

  private static func plain(_ word: ArraySlice<UInt8>) -> JSONMembers.Value {
    switch word.first {
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"): .flag(true)
    case UInt8(ascii: "f"): .flag(false)
    default: .number(String(decoding: word, as: UTF8.self))
    }
  }

  /// A number, or one of the three words.
  private mutating func word() -> ArraySlice<UInt8> {
    let start = index
    while let byte = current, byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"),
      byte != UInt8(ascii: "}")
    { index += 1 }
    return bytes[start..<index]
  }

  /// Goes past a value.
  mutating func pass() {
    var depth = 0
    repeat {
      switch next {
      case nil: return
      case UInt8(ascii: "\""): passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): index += 1
      default: _ = word()
      }
    } while depth > 0
  }

  private mutating func passString() {
    index += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  /// The UTF-8 of a string, without its escapes.
  mutating func string() throws(JSONProblem) -> [UInt8] {
    let start = index + 1
    passString()
    let raw = bytes[start..<index - 1]
    return raw.contains(UInt8(ascii: "\\")) ? try JSONEscapes.resolved(raw) : Array(raw)
  }
}
