/// The type of a JSON value, for the description of an API.
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
  case choice([String])
  case list(JSONSchema)
  /// A value of the given type, or null.
  case nullable(JSONSchema)
  case object(Object)

  /// Any whole number.
  package static let number = JSONSchema.integer(from: .min)

  /// The members of an object.
  package struct Object: Hashable, Sendable {
    /// The name in a description; nil if the object is described inline.
    package let name: String?
    package let members: [Member]
    /// True if unknown members are refused.
    package let isClosed: Bool

    package init(_ name: String?, _ members: [Member], isClosed: Bool = false) {
      (self.name, self.members, self.isClosed) = (name, members, isClosed)
    }
  }

  package struct Member: Hashable, Sendable {
    package let name: String
    package let schema: JSONSchema
    package let isRequired: Bool
    /// One line, without a full stop.
    package let summary: String

    package init(
      _ name: String, _ schema: JSONSchema, isRequired: Bool, _ summary: String = ""
    ) {
      (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
      self.summary = summary
    }
  }
}
