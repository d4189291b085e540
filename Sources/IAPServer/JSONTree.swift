import IAPCore
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON that somebody sent, before anything is known of it.
enum JSONTree: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  /// A number that is no whole one of 64 bits.
  case decimal(Decimal)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  /// Deeper nesting than any call has is refused before it is taken apart.
  private static let deepest = 16

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? value.decode(Decimal.self) {
      self = .decimal(number)
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONTree] = []
      while !list.isAtEnd { elements.append(try list.decode(JSONTree.self)) }
      self = .list(elements)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  /// Reads a whole document.
  static func read(_ bytes: [UInt8]) throws(JSONProblem) -> JSONTree {
    guard isShallow(bytes) else { throw JSONProblem(place: "", problem: "nested too deeply") }
    return try StrictJSON.decode(JSONTree.self, from: bytes)
  }

  private static func isShallow(_ bytes: [UInt8]) -> Bool {
    var (isString, isEscaped, depth) = (false, false, 0)
    for byte in bytes {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isString = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth > deepest { return false }
    }
    return true
  }
}

extension JSONSchema {
  /// What is wrong with a value, or nil.
  ///
  /// - Parameter isClosed: whether members that no shape knows are refused: a mistyped name must
  ///   not pass where nobody else's clients have to be understood.
  func problem(with value: JSONTree, at place: String, isClosed: Bool) -> JSONProblem? {
    switch (self, value) {
    case (.nullable, .null), (.text, .text), (.flag, .flag), (.decimal, .integer),
      (.decimal, .decimal), (.instant, .text):
      nil
    case (.nullable(let shape), _):
      shape.problem(with: value, at: place, isClosed: isClosed)
    case (.digits, .integer(let number)) where number >= 0: nil
    case (.digits, .text(let text)) where Identifier(text).isDigits: nil
    case (.integer(let lowest), .integer(let number)):
      number < lowest ? JSONProblem(place: place, problem: "less than \(lowest)") : nil
    case (.choice(let words), .text(let word)):
      words.contains(word)
        ? nil : JSONProblem(place: place, problem: "not one of \(words.joined(separator: ", "))")
    case (.list, .list(let elements)) where elements.count > Self.longestList:
      JSONProblem(place: place, problem: "more than \(Self.longestList) elements")
    case (.list(let shape), .list(let elements)):
      elements.indices.lazy.compactMap {
        shape.problem(with: elements[$0], at: "\(place)[\($0)]", isClosed: isClosed)
      }.first
    case (.object(let shape), .object(let members)):
      shape.problem(with: members, at: place, isClosed: isClosed)
    default: JSONProblem(place: place, problem: "not \(kind)")
    }
  }

  /// More than a statement of SQLite takes of three lists together would be no request of anybody's.
  private static let longestList = 10_000

  /// To be read after "not".
  private var kind: String {
    switch self {
    case .text, .instant, .choice: "a string"
    case .flag: "true or false"
    case .integer: "a whole number"
    case .digits: "a whole number, or a string of digits"
    case .decimal: "a number"
    case .list: "an array"
    case .nullable(let shape): shape.kind
    case .object: "an object"
    }
  }
}

extension ObjectShape {
  fileprivate func problem(
    with values: [String: JSONTree], at place: String, isClosed: Bool
  ) -> JSONProblem? {
    let prefix = place.isEmpty ? "" : place + "."
    for member in members {
      guard let value = values[member.name] else {
        if member.isRequired {
          return JSONProblem(place: prefix + member.name, problem: "missing")
        }
        continue
      }
      let place = prefix + member.name
      if let problem = member.shape.problem(with: value, at: place, isClosed: isClosed) {
        return problem
      }
    }
    let names = Set(members.map(\.name))
    guard isClosed, let stranger = values.keys.filter({ !names.contains($0) }).min() else {
      return nil
    }
    return JSONProblem(place: prefix + stranger, problem: "unknown")
  }
}
