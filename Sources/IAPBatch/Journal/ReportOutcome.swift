/// What became of a payment, as the page of a report counts it.
package enum ReportOutcome: Sendable, CaseIterable {
  case consumed
  /// The payment may or may not have been consumed, by the latest attempt or an earlier one.
  case unknown
  case alreadyConsumed
  /// Consumed by another client, after the item was delivered.
  case consumedElsewhere
  case refused, notSent
  /// A person found that the payment was not consumed.
  case notConsumed
  // Payments that were never sent
  case delivered, deliveryFailed
  /// The process died during the delivery.
  case deliveryUnknown
  case running

  /// - Parameter entry: the latest one of the payment.
  package init(_ entry: JournalEntry) {
    self =
      switch entry.outcome {
      case _ where entry.isPaymentUnknown: .unknown
      case .consume(.consumed): .consumed
      case _ where entry.isConsumedElsewhere: .consumedElsewhere
      case .consume(.alreadyConsumed): .alreadyConsumed
      case .consume(.refused): .refused
      case .consume(.notSent), .consume(.skipped): .notSent
      case .consume(.unknown): .unknown
      case .notConsumed: .notConsumed
      case .done: .delivered
      case .failed: .deliveryFailed
      case .unknown: .deliveryUnknown
      case .open: .running
      }
  }
}
