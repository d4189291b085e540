/// An object whose members are read by name. An invalid member is a ``JSONProblem`` with its path
/// inside the object.
@usableFromInline
package struct JSONObject: Sendable {
  /// The allowed keys; nil if any key is allowed.
  private let format: JSONFormat?
  private let keys: JSONKeys
  /// The value of each key; nil if the object does not have it.
  private var values: [JSONValue?]

  /// An object with any keys: its keys are not checked.
  package init(_ value: JSONValue) throws(JSONProblem) {
    let members = try Self.members(of: value)
    format = nil
    keys = JSONKeys(members.map(\.name))
    values = members.map(\.value)
  }

  /// - Parameter format: the allowed keys; any other key is refused.
  package init(_ value: JSONValue, _ format: JSONFormat) throws(JSONProblem) {
    self.init(format)
    var strangers: [String] = []
    for member in try Self.members(of: value) {
      if let place = keys.place(of: member.name) {
        values[place] = values[place] ?? member.value
      } else {
        strangers.append(member.name)
      }
    }
    if let stranger = strangers.min() { throw format.unknown(stranger) }
  }

  /// An object without members, for ``read(_:)``.
  package init(_ format: JSONFormat) {
    self.format = format
    keys = JSONKeys(format.keys.map(\.name))
    values = Array(repeating: nil, count: format.keys.count)
  }

  /// Replaces the members by those of the next object. Its keys are compared where they stand in the
  /// text, because a seed can have millions of objects.
  ///
  /// - Throws: a problem with its path in the document.
  package mutating func read(_ reader: inout JSONReader) throws {
    guard try reader.kind() == .object else {
      _ = try reader.value()
      throw reader.problem("not an object")
    }
    for place in values.indices { values[place] = nil }
    let strangers = try reader.members(of: keys, into: &values)
    if let stranger = strangers.min(), let format {
      throw format.unknown(stranger).below(reader.place)
    }
  }

  private static func members(of value: JSONValue) throws(JSONProblem) -> [JSONValue.Member] {
    guard case .object(let members) = value else {
      throw JSONProblem(place: "", problem: "not an object")
    }
    return members
  }

  package var members: [JSONValue.Member] {
    zip(keys.names, values).compactMap { name, value in value.map { .init(name, $0) } }
  }

  subscript(_ key: String) -> Presence<JSONValue> {
    guard let place = keys.place(of: key), let value = values[place] else { return .absent }
    if case .null = value { return .null }
    return .value(value)
  }

  package func text(_ key: String) throws(JSONProblem) -> Presence<String> {
    try read(key, "a string", \.text)
  }

  /// The digits of a number, as they are written.
  ///
  /// - Parameter kind: the expected kind, to be read after "not": `a decimal`.
  package func digits(_ key: String, _ kind: String) throws(JSONProblem) -> Presence<String> {
    try read(key, kind, \.digits)
  }

  package func flag(_ key: String) throws(JSONProblem) -> Presence<Bool> {
    try read(key, "true or false", \.flag)
  }

  package func integer(
    _ key: String, from lowest: Int64
  ) throws(JSONProblem) -> Presence<Int64> {
    let number = try read(key, "a whole number", \.integer)
    if let value = number.value, value < lowest { throw problem(key, "less than \(lowest)") }
    return number
  }

  /// A string that is one of `choices`.
  package func choice(
    _ key: String, of choices: [String]
  ) throws(JSONProblem) -> Presence<String> {
    let text = try text(key)
    if let word = text.value, !choices.contains(word) {
      throw problem(key, "not one of \(choices.joined(separator: ", "))")
    }
    return text
  }

  /// The elements of an array; empty if the key is absent or null.
  package func list<Element>(
    _ key: String, _ make: (JSONValue) throws(JSONProblem) -> Element
  ) throws(JSONProblem) -> [Element] {
    var elements: [Element] = []
    for (index, value) in (try read(key, "an array", \.elements).value ?? []).enumerated() {
      do throws(JSONProblem) {
        elements.append(try make(value))
      } catch {
        throw error.below("\(key)[\(index)]")
      }
    }
    return elements
  }

  /// A value of a kind that has no method of its own here.
  ///
  /// - Parameters:
  ///   - kind: the expected kind, to be read after "not": `a whole number`.
  ///   - make: returns nil if the value is of another kind.
  package func read<Value>(
    _ key: String, _ kind: String, _ make: (JSONValue) -> Value?
  ) throws(JSONProblem) -> Presence<Value> {
    switch self[key] {
    case .absent: return .absent
    case .null: return .null
    case .value(let value):
      guard let value = make(value) else { throw problem(key, "not \(kind)") }
      return .value(value)
    }
  }

  /// Refuses an absent key and null.
  @inlinable package func required<Value>(
    _ key: String, _ value: Presence<Value>
  ) throws(JSONProblem) -> Value {
    guard let present = value.value else {
      throw problem(key, value.isAbsent ? "missing" : "null")
    }
    return present
  }

  @usableFromInline package func problem(_ key: String, _ problem: String) -> JSONProblem {
    JSONProblem(place: key, problem: problem)
  }
}
