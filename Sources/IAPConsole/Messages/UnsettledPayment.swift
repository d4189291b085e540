package import IAPCore

/// A payment that may or may not have been consumed, and how to settle it.
package struct UnsettledPayment: Equatable, Sendable {
  package let error: IAPError
  /// Names the payment. It also contains the command if the payment needs its own.
  package let notice: String
  /// What to do, as a complete sentence.
  package let hint: String

  package init(_ error: IAPError, notice: String, hint: String) {
    (self.error, self.notice, self.hint) = (error, notice, hint)
  }
}
