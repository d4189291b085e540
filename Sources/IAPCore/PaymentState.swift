/// The state of a payment. Whether it is consumed is stored separately; only ``success`` can be
/// consumed.
package enum PaymentState: String, Sendable, CaseIterable {
  /// Reserved, not paid. Incomplete: neither unconsumed nor active until it is reprocessed.
  case reserved = "RESERVED"
  /// Paid, not verified. Incomplete.
  case charged = "CHARGED"
  /// Paid and verified.
  case success = "SUCCESS"
  /// The user closed the payment sheet, or no money was taken.
  case userClose = "USER_CLOSE"
  /// The charge or its verification failed.
  case failure = "FAILURE"
  /// Refunded. The payment is removed from the unconsumed list permanently.
  case refund = "REFUND"
}
