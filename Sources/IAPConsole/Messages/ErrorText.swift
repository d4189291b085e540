import Languages
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
