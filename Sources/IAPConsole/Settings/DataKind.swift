import CommandLine

/// The values from the user's data that completion can offer.
package enum DataKind: String, Sendable, CaseIterable {
  case products
  case users
  case unconsumedPayments = "unconsumed-payments"
  case markets
  case profiles
  /// The fields of the records that the command prints, for `--fields`.
  case fields
}

extension ValueKind {
  static func data(_ kind: DataKind) -> ValueKind { .data(kind.rawValue) }
}
