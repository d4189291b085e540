import CommandLine
import IAPCore

/// The values from the user's data that completion can offer.
extension ValueKind {
  static let profiles = ValueKind.data("profiles")
  /// The fields of the records that the command prints, for `--fields`.
  static let fields = ValueKind.data("fields")

  static func names(_ subject: NameQuery.Subject) -> ValueKind { .data(subject.rawValue) }
}
