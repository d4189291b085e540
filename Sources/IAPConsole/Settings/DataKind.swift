import CommandLine

/// What the user's own data can tell a shell that completes a value.
package enum DataKind: String, Sendable, CaseIterable {
  case products
  case users
  /// The numbers of the payments that can be consumed.
  case unconsumedPayments = "unconsumed-payments"
  case markets
  case profiles
  /// The fields of the records that the command answers.
  case fields
}

extension ValueKind {
  /// Something that the user's own data tells.
  static func data(_ kind: DataKind) -> ValueKind { .data(kind.rawValue) }
}
