import Records
import Text

/// A JSON value. Members keep their order, and numbers keep their digits.
package enum JSONValue: Equatable, Sendable {
  case null
  case flag(Bool)
  /// The digits as written. The caller must make sure that they are a valid JSON number.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// A string, or null for nil.
  package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  package static func integer(_ number: some BinaryInteger) -> JSONValue {
    .number(String(number))
  }

  /// The value on one line, without spaces.
  package var line: String {
    var bytes: [UInt8] = []
    JSONWriter.append(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value on several lines, for people to edit: one member a line.
  ///
  /// - Parameter depth: the levels of objects that are split into lines. Deeper objects stand on
  ///   one line.
  package func lines(depth: Int, indent: String = "") -> String {
    guard depth > 0, case .object(let members) = self, !members.isEmpty else { return line }
    let inner = indent + "  "
    let list = members.map { member in
      "\(inner)\(JSONValue.string(member.name).line): "
        + member.value.lines(depth: depth - 1, indent: inner)
    }
    return "{\n" + list.joined(separator: ",\n") + "\n\(indent)}"
  }
}

extension JSONValue {
  /// Parses a whole document strictly.
  ///
  /// - Parameters:
  ///   - rules: what is refused although it is valid JSON.
  ///   - deepest: the maximum nesting of arrays and objects.
  package init(
    parsing bytes: [UInt8], rules: JSONReader.Rules = .strict,
    deepest: Int = JSONReader.deepest
  ) throws(JSONProblem) {
    self = try JSONReader.read(bytes, rules: rules, deepest: deepest) { try $0.value() }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The digits of a number; nil for another kind of value.
  package var digits: String? { if case .number(let digits) = self { digits } else { nil } }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// A whole number in the range of `Int64`: `7`, and also `7.0` and `0.7e1`.
  package var integer: Int64? {
    guard let digits else { return nil }
    return Int64(digits)
      ?? JSONNumber(digits)?.units(fraction: 0).flatMap { Int64(exactly: $0) }
  }

  /// The member with a name, compared byte by byte. The first one counts if there are two.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { name.hasSameBytes(as: $0.name) }?.value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object whose members keep the order of the literal.
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0, $1) })
  }
}
