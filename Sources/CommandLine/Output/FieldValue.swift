package import JSON
package import Records

/// One value of a record, independent of the output format.
package enum FieldValue: Equatable, Sendable {
  case null
  case text(String)
  /// A text that is null unless the user asks for secrets.
  case secret(String)
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

/// The values of a ``RecordSchema``'s fields, in the same order.
package struct Record: Equatable, Sendable {
  package let values: [FieldValue]

  package init(_ values: [FieldValue]) { self.values = values }
}

extension RecordBatch {
  /// - Parameter records: all with the same number of values.
  package init(_ records: [Record]) {
    self.init(width: max(1, records.first?.values.count ?? 0))
    for record in records { record.values.forEach { append($0) } }
  }

  /// Adds the next cell.
  package mutating func append(_ value: FieldValue) {
    switch value {
    case .null: appendNull()
    case .text(let text): append(.text, text)
    case .secret(let text): append(.secret, text)
    case .number(let digits): append(.number, digits)
    case .amount(let digits): append(.amount, digits)
    case .flag(let flag): append(flag)
    case .instant(let text): append(.instant, text)
    case .nested(let value, let short):
      appendNested(short: short) { JSONWriter.append(value, to: &$0) }
    }
  }
}
