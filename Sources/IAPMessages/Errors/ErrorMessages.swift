import CommandLine
package import IAPCore
package import Languages
import Text

/// Puts the messages and hints of errors together, from their rows.
package enum ErrorMessages {
  /// What happened. The SDK's phrase for the code would only repeat it; `explain` shows the phrase.
  package static func message(of error: IAPError) -> Sentence {
    let message = error.text().message
    let whole = error.missing.map { incomplete(without: $0, message) } ?? message
    return error.callNumber.map { "\(whole) (\($0))" } ?? whole
  }

  /// The message for several payments with the same error: `498 payments belong to another user, for
  /// example 1, 2, 3`, or `498 × 5000 CONSUME_FAILED, for example 1, 2, 3`.
  package static func message(of group: FailureTally.Group) -> Sentence {
    group.lines.isEmpty
      ? messageWithoutLines(of: group)
      : BadLine.located(messageWithoutLines(of: group), in: group.lines, of: group.count)
  }

  private static func messageWithoutLines(of group: FailureTally.Group) -> Sentence {
    guard group.count > 1, let first = group.payments.first else {
      return message(of: group.error)
    }
    let several = group.error.text(for: group.count).several
    let kind = kind(of: group.error.masking(first))
    return examples(
      several ?? repeated(kind, group.count), group.payments, of: group.count)
  }

  private static func kind(of error: IAPError) -> Sentence {
    guard case .serverSaid(let code, let serverMessage) = error.reason,
      let name = ServerCode(rawValue: code)?.name ?? GamebaseCode(code)?.name
    else { return message(of: error) }
    let said: Sentence? =
      serverMessage == name ? nil : serverMessage.map { Sentence(" (\($0))", context: "said") }
    return "\(code) \(name)\(said)"
  }

  /// A text that names a payment and its user in its commands, as far as they are known.
  package static func naming(
    _ payment: Identifier?, of user: Identifier?, in text: String
  ) -> String {
    var text = text
    if let payment {
      text = text.replacing(" PAYMENT_SEQ", with: " " + ShellText.quoted(payment.text))
    }
    return user.map { text.replacing(" --user ID", with: ShellText.option("user", $0.text)) }
      ?? text
  }

  /// The hint for an error: specific to the situation, or else the remedy of the code. Nil if there
  /// is nothing to do.
  ///
  /// If the outcome is unknown, no hint says just "try again".
  package static func hint(of error: IAPError) -> Sentence? {
    let text = error.text()
    if let hint = text.hint { return hint }
    if error.outcome == .unknown { return checkOutcome }
    if let hint = text.safeHint { return hint }
    if error.gamebase != nil { return error.row.advice }
    // The remedies of these codes are for a consume that may have been applied.
    if isAboutTheCall(error.code) { return repeatCommand }
    if case .iapctl = error.code { return nil }
    return error.row.advice
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

  private static func repeated(_ message: Sentence, _ count: Int) -> Sentence {
    "\(count) × \(message)"
  }

  /// A message that ends with a value has no full stop in any language.
  private static func examples(
    _ message: Sentence, _ payments: [Identifier], of count: Int
  ) -> Sentence {
    switch (count > payments.count, message.endsWithValue) {
    case (true, false): "\(message), for example \(list: payments)"
    case (false, false): Sentence("\(message): \(list: payments)", context: "payments")
    case (true, true):
      Sentence("\(message), for example \(list: payments)", context: "payments after a value")
    case (false, true): Sentence("\(message): \(list: payments)", context: "payments after a value")
    }
  }

  private static func incomplete(
    without list: IAPError.MissingList, _ error: Sentence
  ) -> Sentence {
    list.user.map { "list incomplete: user \($0): \(list.market): \(error)" }
      ?? "list incomplete: \(list.market): \(error)"
  }

  /// `serve` could not answer a request.
  package static func unanswered(_ error: IAPError) -> Sentence {
    "a request was not answered: \(message(of: error))"
  }

  private static var checkOutcome: Sentence {
    "it may have happened: check the outcome before you repeat it"
  }
  private static var repeatCommand: Sentence { "nothing was applied: run the command again" }
}
