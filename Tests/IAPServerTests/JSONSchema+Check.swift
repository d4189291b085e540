import JSON

// Compares the responses of the server with its own OpenAPI document.

extension JSONSchema {
  /// Longer than any list in a request.
  private static let longestList = 10_000

  /// - Parameter isClosed: if true, members that the schema does not have are refused.
  func check(_ value: JSONValue, isClosed: Bool) throws(JSONProblem) {
    switch (self, value) {
    case (.nullable, .null), (.text, .string), (.secret, .string), (.instant, .string),
      (.period, .string), (.duration, .string), (.flag, .flag), (.decimal, .number):
      break
    case (.nullable(.anything), _), (.anything, _): break
    case (.nullable(let schema), _): try schema.check(value, isClosed: isClosed)
    case (.digits, .string(let text)) where Self.isDigits(text): break
    case (.digits, .number) where (value.integer ?? -1) >= 0: break
    case (.choice(let choices), .string(let word)):
      if !choices.contains(word) {
        throw Self.problem("not one of \(choices.joined(separator: ", "))")
      }
    case (.list(let schema), .array(let elements)):
      try schema.check(elements: elements, isClosed: isClosed)
    case (.map(let schema), .object(let members)):
      for member in members { try schema.check(member.value, isClosed: isClosed) }
    case (.object(let object), .object(let members)):
      try object.check(members, isClosed: isClosed)
    default:
      guard case .integer(let lowest) = self, let number = value.integer else {
        throw Self.problem("not \(expected)")
      }
      if number < lowest { throw Self.problem("less than \(lowest)") }
    }
  }

  private func check(elements: [JSONValue], isClosed: Bool) throws(JSONProblem) {
    guard elements.count <= Self.longestList else {
      throw Self.problem("more than \(Self.longestList) elements")
    }
    for (index, element) in elements.enumerated() {
      do throws(JSONProblem) {
        try check(element, isClosed: isClosed)
      } catch {
        throw error.below("[\(index)]")
      }
    }
  }

  private static func problem(_ problem: String) -> JSONProblem {
    JSONProblem(place: "", problem: problem)
  }

  private static func isDigits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// To be read after "not".
  private var expected: String {
    switch self {
    case .text, .secret, .instant, .period, .duration, .choice: "a string"
    case .flag: "true or false"
    case .integer: "a whole number"
    case .digits: "a whole number, or a string of digits"
    case .decimal: "a number"
    case .list: "an array"
    case .nullable(let schema): schema.expected
    case .object, .map: "an object"
    }
  }
}

extension JSONSchema.Object {
  fileprivate func check(_ values: [JSONValue.Member], isClosed: Bool) throws(JSONProblem) {
    for member in members {
      guard let value = values.first(where: { member.name == $0.name })?.value else {
        if member.isRequired { throw JSONProblem(place: member.name, problem: "missing") }
        continue
      }
      do throws(JSONProblem) {
        try member.schema.check(value, isClosed: isClosed)
      } catch {
        throw error.below(member.name)
      }
    }
    guard isClosed else { return }
    let strangers = values.map(\.name).filter { name in
      !members.contains { name == $0.name }
    }
    if let stranger = strangers.min() { throw JSONProblem(place: stranger, problem: "unknown") }
  }
}
