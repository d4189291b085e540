package import IAPCore

/// A payment of which it is not known whether it was consumed, and what settles that.
package struct UnsettledPayment: Equatable, Sendable {
  package let error: IAPError
  /// That it may have been consumed, which payment it is, and the command if it has one of its own.
  package let notice: String
  /// What to do, in a sentence that stands by itself.
  package let hint: String

  package init(_ error: IAPError, notice: String, hint: String) {
    (self.error, self.notice, self.hint) = (error, notice, hint)
  }
}
