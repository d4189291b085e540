package import Languages

/// What people read of an error or of a usage error.
package struct ErrorText: Hashable, Sendable {
  /// What happened, and to which payment, market or file. It begins in lower case and has no full
  /// stop.
  package let message: Sentence
  /// What to do about it. Nil if there is nothing to do, or if the code's own remedy is enough.
  package let hint: Sentence?
  /// What to do about it if certainly nothing was applied, so that a retry is safe.
  package let safeHint: Sentence?
  /// The message for several payments. Nil if each payment is named alone.
  package let several: Sentence?

  package init(
    _ message: Sentence, hint: Sentence? = nil, safeHint: Sentence? = nil, several: Sentence? = nil
  ) {
    (self.message, self.hint) = (message, hint)
    (self.safeHint, self.several) = (safeHint, several)
  }
}
