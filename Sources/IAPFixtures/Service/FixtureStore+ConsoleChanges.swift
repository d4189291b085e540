package import IAPCore
import SQLite

extension FixtureStore {
  /// Changes a payment in one transaction.
  ///
  /// - Returns: the events of the change, without those that were due before it.
  /// - Throws: `paymentNotFound`; `purchaseStatusInvalid` (13) if the payment does not allow the
  ///   change; for an approval also the errors of a purchase.
  package func apply(
    _ change: PaymentChange, to payment: Identifier
  ) throws(IAPError) -> [StoreEvent] {
    try self.change { session in
      guard let row = try session.purchase(numbered: payment) else {
        throw try session.notFound(payment)
      }
      let position = try session.lastEvent()
      switch change {
      case .state(let state, let charge): try session.set(state, of: row, charge)
      case .status(let status, let until): try session.set(status, of: row, until: until)
      case .approval: try session.approve(row)
      case .refusal: try session.decline(row)
      }
      return try session.allEvents(after: position)
    }
  }
}

extension FixtureStore {
  /// Sets the billing of a user, who may be new to the store. If it is ok again, the user's
  /// subscriptions that are in a grace period or on hold recover now.
  ///
  /// - Returns: the events of the change.
  package func setBilling(
    of user: Identifier, to billing: Billing
  ) throws(IAPError) -> [StoreEvent] {
    try change { session in
      let position = try session.lastEvent()
      try session.connection.run(
        """
        INSERT INTO user (userID, paymentsAllowed, storeAccountReadable, billing)
        VALUES (?, 1, 1, ?) ON CONFLICT (userID) DO UPDATE SET billing = excluded.billing
        """, [.text(user.text), .text(billing.rawValue)])
      try session.bringUpToDate()
      return try session.allEvents(after: position)
    }
  }
}
