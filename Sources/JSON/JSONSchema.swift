/// What a JSON value may be: what comes in is checked by it, and the description of an interface is
/// written from it.
package indirect enum JSONSchema: Hashable, Sendable {
  case text
  case flag
  /// A whole number of at least so much.
  case integer(from: Int64)
  /// A whole number that is not negative, or a string of its digits.
  case digits
  /// A number whose exact decimal digits count.
  case decimal
  /// RFC 3339 in UTC with milliseconds.
  case instant
  case choice([String])
  case list(JSONSchema)
  /// The same, or null.
  case nullable(JSONSchema)
  case object(Object)

  /// Any whole number.
  package static let number = JSONSchema.integer(from: .min)

  /// The members of an object.
  package struct Object: Hashable, Sendable {
    /// The name under which a description lists it; nil for one that is described where it stands.
    package let name: String?
    package let members: [Member]

    package init(_ name: String, _ members: [Member]) {
      self.name = name
      self.members = members
    }

    package init(_ members: [Member]) {
      name = nil
      self.members = members
    }
  }

  package struct Member: Hashable, Sendable {
    package let name: String
    package let schema: JSONSchema
    package let isRequired: Bool
    /// One line, without a full stop.
    package let summary: String

    /// A member that is always there.
    package static func required(
      _ name: String, _ schema: JSONSchema, _ summary: String = ""
    ) -> Self {
      Self(name: name, schema: schema, isRequired: true, summary: summary)
    }

    /// A member that may be missing or null; what holds then stands in the summary.
    package static func optional(
      _ name: String, _ schema: JSONSchema, _ summary: String = ""
    ) -> Self {
      Self(name: name, schema: .nullable(schema), isRequired: false, summary: summary)
    }
  }
}

// MARK: Checking

extension JSONSchema {
  /// More elements than any request has.
  private static let longestList = 10_000

  /// - Parameter isClosed: whether members that the schema does not know are refused.
  package func check(_ value: JSONValue, isClosed: Bool) throws(JSONProblem) {
    switch (self, value) {
    case (.nullable, .null), (.text, .string), (.instant, .string), (.flag, .flag),
      (.decimal, .number):
      break
    case (.nullable(let schema), _): try schema.check(value, isClosed: isClosed)
    case (.digits, .string(let text)) where Self.isDigits(text): break
    case (.digits, .number) where (value.integer ?? -1) >= 0: break
    case (.choice(let words), .string(let word)):
      if !words.contains(word) { throw Self.problem("not one of \(words.joined(separator: ", "))") }
    case (.list(let schema), .array(let elements)):
      try schema.check(elements: elements, isClosed: isClosed)
    case (.object(let object), .object(let members)):
      try object.check(members, isClosed: isClosed)
    default:
      guard case .integer(let lowest) = self, let number = value.integer else {
        throw Self.problem("not \(kind)")
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
  private var kind: String {
    switch self {
    case .text, .instant, .choice: "a string"
    case .flag: "true or false"
    case .integer: "a whole number"
    case .digits: "a whole number, or a string of digits"
    case .decimal: "a number"
    case .list: "an array"
    case .nullable(let schema): schema.kind
    case .object: "an object"
    }
  }
}

extension JSONSchema.Object {
  fileprivate func check(_ values: [JSONValue.Member], isClosed: Bool) throws(JSONProblem) {
    for member in members {
      guard let value = values.first(where: { member.name.isSame(as: $0.name) })?.value else {
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
      !members.contains { name.isSame(as: $0.name) }
    }
    if let stranger = strangers.min() { throw JSONProblem(place: stranger, problem: "unknown") }
  }
}
