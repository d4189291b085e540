import IAPCore

extension ErrorMessages {
  /// The message for several payments with the same error: `498 × 5000 CONSUME_FAILED: first 1, 2,
  /// 3`.
  static func message(of group: FailureTally.Group, in language: Language) -> String {
    guard group.count > 1, let first = group.payments.first else {
      return message(of: group.error, in: language)
    }
    let numbers = group.payments.map(\.text).joined(separator: ", ")
    let names = group.count > group.payments.count ? "first \(numbers)" : numbers
    return "\(group.count) × \(kind(of: group.error.masking(first), in: language)): \(names)"
  }

  private static func kind(of error: IAPError, in language: Language) -> String {
    guard case .serverSaid(let code, let said) = error.reason,
      let name = ServerCode(rawValue: code)?.name
    else { return message(of: error, in: language) }
    return "\(code) \(name)" + (said.map { $0 == name ? "" : " (\($0))" } ?? "")
  }
}
