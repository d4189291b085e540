/// An object whose members are read by name. An invalid member is a ``JSONProblem`` with its path
/// inside the object.
package struct JSONObject: Sendable {
  package let members: [JSONValue.Member]

  /// An object with any keys: its keys are not checked.
  package init(_ value: JSONValue) throws(JSONProblem) {
    guard case .object(let members) = value else {
      throw JSONProblem(place: "", problem: "not an object")
    }
    self.members = members
  }

  /// - Parameter format: the allowed keys; any other key is refused.
  package init(_ value: JSONValue, _ format: JSONFormat) throws(JSONProblem) {
    try self.init(value)
    func isKnown(_ name: String) -> Bool { format.keys.contains { name.isSame(as: $0.name) } }
    if let stranger = members.map(\.name).filter({ !isKnown($0) }).min() {
      throw format.unknown(stranger)
    }
  }

  subscript(_ key: String) -> Presence<JSONValue> {
    guard let member = members.first(where: { key.isSame(as: $0.name) }) else { return .absent }
    return member.value.isNull ? .null : .value(member.value)
  }

  package func text(_ key: String) throws(JSONProblem) -> Presence<String> {
    try read(key, "a string", \.text)
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
  package func required<Value>(
    _ key: String, _ value: Presence<Value>
  ) throws(JSONProblem) -> Value {
    guard let present = value.value else {
      throw problem(key, value.isAbsent ? "missing" : "null")
    }
    return present
  }

  package func problem(_ key: String, _ problem: String) -> JSONProblem {
    JSONProblem(place: key, problem: problem)
  }
}
