/// Where a payment is in its life. Consumed is a flag beside it: only ``success`` can be consumed.
package enum PaymentState: String, Sendable, CaseIterable {
  /// Begun, not paid. Incomplete: neither unconsumed nor active until it is reprocessed.
  case reserved = "RESERVED"
  /// Paid, not verified. Incomplete.
  case charged = "CHARGED"
  /// Paid and verified.
  case success = "SUCCESS"
  /// The user closed the payment sheet, or no money was taken in the end.
  case userClose = "USER_CLOSE"
  /// The charge or its verification failed.
  case failure = "FAILURE"
  /// The money went back. It leaves the unconsumed list for ever.
  case refund = "REFUND"
}
