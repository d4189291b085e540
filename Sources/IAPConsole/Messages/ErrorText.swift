import IAPCore
import IAPRemote
import Text

/// What people read of an error: a row of the table of a language.
struct ErrorText: Sendable {
  /// What happened, and to which payment, market or file. It begins in lower case and has no full
  /// stop.
  let message: Sentence
  /// What to do about it. Nil if there is nothing to do, or if the code's own remedy is enough.
  let hint: Sentence?
  /// What to do about it if certainly nothing was applied, so that a retry is safe.
  let safeHint: Sentence?
  /// The message for several payments, by their number. Nil if each payment is named alone.
  let several: (@Sendable (Int) -> Sentence)?

  init(
    _ message: Sentence, hint: Sentence? = nil, safeHint: Sentence? = nil,
    several: (@Sendable (Int) -> Sentence)? = nil
  ) {
    (self.message, self.hint, self.safeHint) = (message, hint, safeHint)
    self.several = several
  }
}

/// Everything that people read, in one language. A table is an exhaustive `switch`, so that the compiler
/// finds a message that has no row.
protocol MessageTable: Sendable {
  /// The row of an error, by its reason.
  func text(of error: IAPError) -> ErrorText

  /// The message of several payments, with the numbers of all or of the first ones.
  func examples(_ message: Sentence, _ payments: [Identifier], of count: Int) -> Sentence

  /// The note for information that a response contains in addition to the result.
  func note(_ notice: RemoteNotice) -> Sentence

  /// The beginning of the error of a market, if the other markets were listed.
  func incomplete(without market: StoreCode) -> Sentence

  /// What to do if the outcome is unknown.
  var checkOutcome: Sentence { get }
  /// What to do if nothing was applied.
  var repeatCommand: Sentence { get }
}
