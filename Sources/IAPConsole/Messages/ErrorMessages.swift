import IAPCore
import IAPRemote
import Text

/// Puts the messages and hints of errors together, from the rows of a table.
enum ErrorMessages {
  private static let table = Language.english.messages

  /// What happened. In a language other than English, the SDK's phrase for the code in that language
  /// follows in brackets. In English it would only repeat the sentence; `explain` shows it.
  static func message(of error: IAPError, in language: Language) -> String {
    let part = error.missingMarket.map { table.incomplete(without: $0).text } ?? ""
    let phrase =
      language == .english ? "" : error.meaning.map { " (\($0[language]))" } ?? ""
    return part + table.text(of: error).message.text + phrase
  }

  /// The message for several payments with the same error: `498 payments belong to another user, for
  /// example 1, 2, 3`, or `498 × 5000 CONSUME_FAILED, for example 1, 2, 3`.
  static func message(of group: FailureTally.Group, in language: Language) -> String {
    guard group.count > 1, let first = group.payments.first else {
      return message(of: group.error, in: language)
    }
    let several = language == .english ? table.text(of: group.error).several?(group.count) : nil
    let kind = kind(of: group.error.masking(first), in: language)
    return table.examples(
      several ?? Sentence(verbatim: "\(group.count) × \(kind)"), group.payments, of: group.count
    ).text
  }

  private static func kind(of error: IAPError, in language: Language) -> String {
    guard case .serverSaid(let code, let said) = error.reason,
      let name = ServerCode(rawValue: code)?.name
    else { return message(of: error, in: language) }
    return "\(code) \(name)" + (said.map { $0 == name ? "" : " (\($0))" } ?? "")
  }

  /// The hint for an error: specific to the situation, or else the remedy of the code. Nil if there
  /// is nothing to do.
  ///
  /// If the outcome is unknown, no hint says just "try again".
  static func hint(of error: IAPError) -> String? {
    let text = table.text(of: error)
    if let hint = text.hint { return hint.text }
    if error.outcome == .unknown { return table.checkOutcome.text }
    if let hint = text.safeHint { return hint.text }
    // The remedies of these codes are for a consume that may have been applied.
    if isAboutTheCall(error.code) { return table.repeatCommand.text }
    if case .iapctl = error.code { return nil }
    return error.row.remedy
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

  static func notice(_ notice: RemoteNotice) -> String { table.note(notice).text }
}
