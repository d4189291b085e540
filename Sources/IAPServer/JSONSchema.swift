/// What a JSON value may be: what comes in is checked by it, and the description of the interface is
/// written from it.
indirect enum JSONSchema: Hashable, Sendable {
  case text
  case flag
  /// A whole number of at least so much.
  case integer(from: Int64)
  /// A whole number that is not negative, or a string of its digits: the guides' samples have both.
  case digits
  /// A number whose exact decimal digits count.
  case decimal
  /// RFC 3339 in UTC with milliseconds.
  case instant
  case choice([String])
  case list(JSONSchema)
  /// The same, or null.
  case nullable(JSONSchema)
  case object(ObjectShape)

  /// Milliseconds since 1970, or any whole number.
  static let number = JSONSchema.integer(from: .min)
}

/// The members of an object.
struct ObjectShape: Hashable, Sendable {
  /// The name under which the description lists it; nil for one that is described where it stands.
  let name: String?
  let members: [Member]

  struct Member: Hashable, Sendable {
    let name: String
    let shape: JSONSchema
    let isRequired: Bool
    /// One line, without a full stop.
    let summary: String
  }

  init(_ name: String, _ members: [Member]) {
    self.name = name
    self.members = members
  }

  init(_ members: [Member]) {
    name = nil
    self.members = members
  }
}

extension ObjectShape.Member {
  /// A member that is always there.
  static func required(_ name: String, _ shape: JSONSchema, _ summary: String = "") -> Self {
    Self(name: name, shape: shape, isRequired: true, summary: summary)
  }

  /// A member that may be missing or null; what holds then stands in the summary.
  static func optional(_ name: String, _ shape: JSONSchema, _ summary: String = "") -> Self {
    Self(name: name, shape: .nullable(shape), isRequired: false, summary: summary)
  }
}
