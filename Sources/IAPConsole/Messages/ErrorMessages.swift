import IAPCore
import Languages
import Text

/// Puts the messages and hints of errors together, from the rows of the table of a language.
enum ErrorMessages {
  /// What happened. The SDK's phrase for the code would only repeat it; `explain` shows the phrase.
  static func message(of error: IAPError) -> Sentence {
    let message = English().text(of: error).message
    let whole = error.missingMarket.map { English().incomplete(without: $0, message) } ?? message
    return error.callNumber.map { "\(whole) (\($0))" } ?? whole
  }

  /// The message for several payments with the same error: `498 payments belong to another user, for
  /// example 1, 2, 3`, or `498 × 5000 CONSUME_FAILED, for example 1, 2, 3`.
  static func message(of group: FailureTally.Group) -> Sentence {
    guard group.count > 1, let first = group.payments.first else {
      return message(of: group.error)
    }
    let several = English().text(of: group.error).several?(group.count)
    let kind = kind(of: group.error.masking(first))
    return English().examples(
      several ?? English().repeated(kind, group.count), group.payments, of: group.count)
  }

  private static func kind(of error: IAPError) -> Sentence {
    guard case .serverSaid(let code, let serverMessage) = error.reason,
      let name = ServerCode(rawValue: code)?.name ?? GamebaseCode(code)?.name
    else { return message(of: error) }
    let said: Sentence? =
      serverMessage == name ? nil : serverMessage.map { Sentence(" (\($0))", context: "said") }
    return "\(code) \(name)\(said)"
  }

  /// The hint for an error: specific to the situation, or else the remedy of the code. Nil if there
  /// is nothing to do.
  ///
  /// If the outcome is unknown, no hint says just "try again".
  static func hint(of error: IAPError) -> Sentence? {
    let text = English().text(of: error)
    if let hint = text.hint { return hint }
    if error.outcome == .unknown { return English().checkOutcome }
    if let hint = text.safeHint { return hint }
    if error.gamebase != nil { return English().remedy(of: error) }
    // The remedies of these codes are for a consume that may have been applied.
    if isAboutTheCall(error.code) { return English().repeatCommand }
    if case .iapctl = error.code { return nil }
    return English().remedy(of: error)
  }

  /// Whether the code says only that a call failed, and nothing about the payment.
  private static func isAboutTheCall(_ code: IAPError.Code) -> Bool {
    switch code {
    case .iap(.unknown), .http(.networkNotAvailable), .http(.requestFailed),
      .http(.requestTimeout), .http(.responseInvalid):
      true
    default: false
    }
  }
}
