package import Records
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

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  /// The digits of a number; nil for another kind of value.
  package var digits: String? { if case .number(let digits) = self { digits } else { nil } }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// A whole number in the range of `Int64`: `7`, and also `7.0` and `0.7e1`.
  package var integer: Int64? {
    guard let digits else { return nil }
    return Int64(digits) ?? Self.exact(digits)
  }

  private static func exact(_ digits: String) -> Int64? {
    let parts = digits.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let numeral = parts[0].split(separator: UInt8(ascii: "."))
    guard let exponent = parts.count == 1 ? 0 : Int16(Substring(parts[1])) else { return nil }
    var power = Int(exponent)
    var text = String(Substring(numeral[0]))
    if numeral.count == 2 {
      text += String(Substring(numeral[1]))
      power -= numeral[1].count
    }
    while power < 0, text.utf8.last == UInt8(ascii: "0") {
      text.removeLast()
      power += 1
    }
    if text.isEmpty || text == "-" { return 0 }
    guard (0...18).contains(power) else { return nil }
    return Int64(text + String(repeating: "0", count: power))
  }

  /// The member with a name, compared byte by byte. The first one counts if there are two.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { name.isSame(as: $0.name) }?.value
  }
}

extension String {
  /// Compares the bytes. In Swift, `==` also holds for strings that are composed in different ways.
  func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && hasBytes(of: other)
  }

  private func hasBytes(of other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable(own.elementsEqual)
    }.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}

/// Writes JSON as UTF-8. Characters that could control a terminal (``VisibleText``) are escaped.
package enum JSONWriter {
  /// Appends a value on one line.
  package static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let text): append(string: text, to: &bytes)
    case .array(let elements):
      append(elements, between: "[", and: "]", to: &bytes) { append($0, to: &$1) }
    case .object(let members):
      append(members, between: "{", and: "}", to: &bytes) { member, bytes in
        append(string: member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
    }
  }

  /// Appends a quoted string.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      bytes.append(addingCapacity: longest(of: text.count)) { append(string: text, to: &$0) }
    }
  }

  /// The most bytes of a string in JSON: a byte becomes an escape of six characters.
  static func longest(of count: Int) -> Int { 6 * count + 2 }

  /// Appends a text in UTF-8 as a quoted string. Invalid UTF-8 is repaired.
  static func append(
    string text: UnsafeBufferPointer<UInt8>, to bytes: inout OutputSpan<UInt8>
  ) {
    bytes.append(UInt8(ascii: "\""))
    if PlainText.isPlain(text, without: UInt8(ascii: "\""), UInt8(ascii: "\\")) {
      bytes.append(copying: text)
    } else {
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        append(scalar, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout OutputSpan<UInt8>) {
    switch scalar {
    case "\"": bytes.append(copying: "\\\"")
    case "\\": bytes.append(copying: "\\\\")
    case "\n": bytes.append(copying: "\\n")
    case "\r": bytes.append(copying: "\\r")
    case "\t": bytes.append(copying: "\\t")
    case _ where VisibleText.isHazardous(scalar):
      bytes.append(VisibleText.codeEscape(of: scalar))
    default:
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
    }
  }

  static func append<Element>(
    _ elements: [Element], between open: Unicode.Scalar, and close: Unicode.Scalar,
    to bytes: inout [UInt8], each: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }
}

/// Writes records as JSON objects on one line. The names of the members are encoded once.
package struct JSONRecordWriter: Sendable {
  /// `{"userID":`, `,"price":` and so on, in one text.
  private let names: [UInt8]
  private let endsOfNames: [Int]
  private let places: [Int]
  private let showsSecrets: Bool

  /// - Parameters:
  ///   - members: the names of the members, and the places of their values in the records.
  ///   - showsSecrets: whether secrets are written. If not, they are null.
  package init(_ members: [(name: String, place: Int)], showsSecrets: Bool) {
    var names: [UInt8] = []
    endsOfNames = members.enumerated().map { index, member in
      names.append(UInt8(ascii: index == 0 ? "{" : ","))
      JSONWriter.append(string: member.name, to: &names)
      names.append(UInt8(ascii: ":"))
      return names.count
    }
    places = members.map(\.place)
    self.names = names
    self.showsSecrets = showsSecrets
  }

  package func append(
    _ record: Int, of records: RecordBatch.Reader, to bytes: inout [UInt8]
  ) {
    // Around a string stand two quotes, and a null has four letters.
    let size = records.size(of: record, places)
    let most = names.count + JSONWriter.longest(of: size) + 4 * places.count
    bytes.append(addingCapacity: most) { append(record, of: records, to: &$0) }
  }

  private func append(
    _ record: Int, of records: RecordBatch.Reader, to bytes: inout OutputSpan<UInt8>
  ) {
    if places.isEmpty { bytes.append(UInt8(ascii: "{")) }
    names.withUnsafeBufferPointer { names in
      var start = 0
      for (index, place) in places.enumerated() {
        bytes.append(copying: UnsafeBufferPointer(rebasing: names[start..<endsOfNames[index]]))
        append(records[record, place], to: &bytes)
        start = endsOfNames[index]
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ cell: RecordBatch.Cell, to bytes: inout OutputSpan<UInt8>) {
    switch cell.kind {
    case .null: bytes.append(copying: "null")
    case .secret where !showsSecrets: bytes.append(copying: "null")
    case .text, .secret, .instant: JSONWriter.append(string: cell.text, to: &bytes)
    case .number, .amount, .flag, .nested: bytes.append(copying: cell.text)
    }
  }
}
