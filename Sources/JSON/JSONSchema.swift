/// What a JSON value may be, for the description of an interface.
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
    /// Whether other members are refused.
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
