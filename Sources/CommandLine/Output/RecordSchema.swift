/// The names of a record's fields, in order.
package struct RecordSchema: Equatable, Sendable {
  package let fields: [String]
  /// The fields that a table shows without `--fields`.
  package let columns: [String]
  /// The columns of a table on a display that is too narrow for all: the others stand on a line below
  /// each record, as far as they have values. Empty for a table that shows each field on its own line then.
  package let narrowColumns: [String]
  /// Fields that users copy from a table, such as `paymentSeq`. They are never cut.
  package let keys: Set<String>
  /// Whether a table shows each field on a line of its own, because the values are sentences.
  package let isTall: Bool
  /// How a terminal shows certain values of a field, by the field's name and the value.
  package let marks: [String: [String: Mark]]
  /// What the fields mean that mean something else in other records.
  package let meanings: [String: String]

  package static let empty = RecordSchema([])

  /// - Parameter columns: nil for all fields.
  package init(
    _ fields: [String], columns: [String]? = nil, narrowColumns: [String] = [],
    keys: Set<String> = [],
    isTall: Bool = false, marks: [String: [String: Mark]] = [:], meanings: [String: String] = [:]
  ) {
    self.fields = fields
    self.columns = columns ?? fields
    self.narrowColumns = narrowColumns
    self.keys = keys
    self.isTall = isTall
    self.marks = marks
    self.meanings = meanings
  }

  /// - Parameter fields: their names and meanings.
  package init(
    meanings fields: KeyValuePairs<String, String>, columns: [String]? = nil,
    keys: Set<String> = [], marks: [String: [String: Mark]] = [:]
  ) {
    self.init(
      fields.map(\.key), columns: columns, keys: keys, marks: marks,
      meanings: Dictionary(fields.map { ($0, $1) }) { $1 })
  }
}

/// A sign before a value and a colour for both, so that it is seen in a long list. The sign says the
/// same to those who do not see the colour.
package struct Mark: Equatable, Sendable {
  package let sign: Character
  package let style: Style

  package init(_ sign: Character, _ style: Style) { (self.sign, self.style) = (sign, style) }
}

/// Text styles, by their ANSI codes.
package enum Style: String, Sendable {
  case bold = "1"
  case failure = "1;31"
  case success = "32"
  case caution = "1;33"
  case faint = "2"

  var start: String { "\u{1b}[\(rawValue)m" }
  static let end = "\u{1b}[0m"

  /// The text in this style, or unchanged without colour.
  package func apply(_ text: String, isColoured: Bool) -> String {
    isColoured ? start + text + Self.end : text
  }
}
