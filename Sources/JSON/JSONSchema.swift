/// The type of a JSON value: what a reader accepts, and what the description of an API and a manual
/// page say of it.
package indirect enum JSONSchema: Hashable, Sendable {
  case text
  /// A text that is not shown.
  case secret
  case flag
  /// A whole number that is not less than `from`.
  case integer(from: Int64)
  /// A whole number that is not negative, or a string of digits.
  case digits
  /// A number that keeps its exact decimal digits.
  case decimal
  /// A string in RFC 3339, in UTC with milliseconds: `2026-01-01T00:00:00.000Z`.
  case instant
  /// A string such as `P1M`.
  case period
  /// A string such as `P1M` or `30d`.
  case duration
  case choice([String])
  case list(JSONSchema)
  /// An object with any names, whose values have the given type.
  case map(JSONSchema)
  /// A value of the given type, or null.
  case nullable(JSONSchema)
  case object(Object)

  /// Any whole number.
  package static let number = JSONSchema.integer(from: .min)

  /// An object with any members.
  package static let anything = JSONSchema.object(Object(nil, []))

  /// The members of an object.
  package struct Object: Hashable, Sendable {
    /// The name in a description; nil if the object is described inline. In a file format it is the
    /// path of the objects, and nil for the file itself.
    package let name: String?
    /// One sentence about the objects, for a manual page.
    package let summary: String
    package let members: [Member]
    /// True if unknown members are refused.
    package let isClosed: Bool
    let keys: JSONKeys

    package init(
      _ name: String?, _ members: [Member], summary: String = "", isClosed: Bool = false
    ) {
      (self.name, self.summary, self.members) = (name, summary, members)
      self.isClosed = isClosed
      keys = JSONKeys(members.map(\.name))
    }

    /// The same members under another name.
    package func named(_ name: String) -> Object {
      Object(name, members, summary: summary, isClosed: isClosed)
    }

    package func unknown(_ name: String) -> JSONProblem {
      JSONProblem(place: name, .unknownKey(known: members.map(\.name).sorted()))
    }
  }
  package struct Member: Hashable, Sendable {
    package let name: String
    package let schema: JSONSchema
    package let isRequired: Bool
    /// One line, without a full stop. It includes the default, if there is one.
    package let summary: String
    /// Whether the answer of a server may have the member twice. Then the first one counts.
    package let mayRepeat: Bool

    package init(
      _ name: String, _ schema: JSONSchema, isRequired: Bool, _ summary: String = "",
      mayRepeat: Bool = false
    ) {
      (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
      (self.summary, self.mayRepeat) = (summary, mayRepeat)
    }
  }
}

extension JSONSchema {
  package var isNullable: Bool {
    if case .nullable = self { true } else { false }
  }

  /// The kind of the value, as manual pages and messages name it: `array of strings`.
  package var kind: String {
    switch self {
    case .text, .secret, .choice: "string"
    case .flag: "boolean"
    case .integer, .digits: "number"
    case .decimal: "decimal"
    case .instant: "instant"
    case .period: "period"
    case .duration: "duration"
    case .list(.text): "array of strings"
    case .list: "array"
    case .map(let value): "object of \(value.kind)s"
    case .nullable(let schema): schema.kind
    case .object: "object"
    }
  }
}
