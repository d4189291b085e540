import IAPCore
import JSON

/// An argument of a change: an operand of the command if it is required, an option if it is not.
package struct ChangeArgument<Change: Sendable>: Sendable {
  package enum Kind: Sendable {
    case payment, user, market, transaction, clock, price, currency
    case choice([String])
  }

  package let kind: Kind
  package let summary: String
  /// What holds without it.
  package let fallback: String?
  let field: JSONField<Change>

  package var name: String { field.schema.name }
  package var isRequired: Bool { field.schema.isRequired }

  static func operand<Value>(
    _ name: String, _ path: any WritableKeyPath<Change, Value> & Sendable, _ kind: Kind,
    _ codec: JSONCodec<Value>, _ summary: String
  ) -> ChangeArgument {
    ChangeArgument(
      kind: kind, summary: summary, fallback: nil, field: .required(name, path, codec, summary))
  }

  static func option<Value>(
    _ name: String, _ path: any WritableKeyPath<Change, Value?> & Sendable, _ kind: Kind,
    _ codec: JSONCodec<Value>, _ summary: String, fallback: String? = nil
  ) -> ChangeArgument {
    let whole = summary + (fallback.map { "; default: \($0)" } ?? "")
    return ChangeArgument(
      kind: kind, summary: summary, fallback: fallback, field: .optional(name, path, codec, whole))
  }

  /// One of the values of an enumeration.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Change, Value> & Sendable, _ summary: String
  ) -> ChangeArgument where Value.RawValue == String {
    operand(name, path, .choice(Value.allCases.map(\.rawValue)), .choice, summary)
  }

  static func payment(
    _ path: any WritableKeyPath<Change, Identifier> & Sendable
  ) -> ChangeArgument {
    operand("paymentSeq", path, .payment, .paymentSeq, "a payment number")
  }
}
