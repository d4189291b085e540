package import JSON

/// One value of a record, independent of the output format.
package enum FieldValue: Equatable, Sendable {
  case null
  case text(String)
  /// The digits of a count or of a number that identifies something.
  case number(String)
  /// The exact digits of an amount of money.
  case amount(String)
  case flag(Bool)
  /// RFC 3339 in UTC with milliseconds.
  case instant(String)
  /// A JSON value. `short` is shown in formats that have only one cell for it.
  case nested(JSONValue, short: String)

  /// A text, or null.
  package static func text(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .null }
}

/// The names of a record's fields, in order.
package struct RecordSchema: Equatable, Sendable {
  package let fields: [String]
  /// The fields that a table shows without `--fields`.
  package let columns: [String]
  /// Fields that users copy from a table, such as `paymentSeq`. They are never cut.
  package let keys: Set<String>
  /// Whether a table shows each field on a line of its own, because the values are sentences.
  package let isTall: Bool

  package init(_ fields: [String], columns: [String], keys: Set<String> = [], isTall: Bool = false)
  {
    self.fields = fields
    self.columns = columns
    self.keys = keys
    self.isTall = isTall
  }
}

/// The values of a ``RecordSchema``'s fields, in the same order.
package struct Record: Equatable, Sendable {
  package let values: [FieldValue]

  package init(_ values: [FieldValue]) { self.values = values }
}
