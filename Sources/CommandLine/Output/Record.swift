package import JSON

/// One value of a record, still without a format.
package enum FieldValue: Equatable, Sendable {
  case null
  case text(String)
  /// The digits of a number that is a name or a count.
  case number(String)
  /// The exact digits of an amount of money.
  case amount(String)
  case flag(Bool)
  /// RFC 3339 in UTC with milliseconds.
  case instant(String)
  /// Something with parts; `short` stands for it where there is room for one cell only.
  case nested(JSONValue, short: String)

  /// A text, or null.
  package static func text(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .null }
}

/// The names of a record's values, in order.
package struct RecordSchema: Equatable, Sendable {
  package let fields: [String]
  /// What a table shows unless it is told what to show.
  package let columns: [String]
  /// What somebody copies from a table: it is never cut.
  package let keys: Set<String>
  /// Whether a table shows each field on a line of its own: for values that are sentences.
  package let isTall: Bool

  package init(_ fields: [String], columns: [String], keys: Set<String> = [], isTall: Bool = false)
  {
    self.fields = fields
    self.columns = columns
    self.keys = keys
    self.isTall = isTall
  }
}

/// The values of a schema's fields, in the same order.
package struct Record: Equatable, Sendable {
  package let values: [FieldValue]

  package init(_ values: [FieldValue]) { self.values = values }
}
