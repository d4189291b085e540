package import IAPCore
package import Languages

/// What `purchase`, `reprocess` and `restore` note and advise.
package enum PurchaseMessages {
  // A purchase without a record
  /// - Parameter command: closes the payment.
  package static func reserved(_ payment: Identifier, command: String) -> Sentence {
    "payment \(payment) was reserved and not charged; close it with: \(command)"
  }

  package static func pending(_ payment: Identifier, approve: String, decline: String) -> Sentence {
    """
    payment \(payment) waits for approval, and nothing was charged; end it with: \(approve); or: \
    \(decline)
    """
  }

  /// - Parameter command: completes the purchase.
  package static func interrupted(_ payment: Identifier, command: String) -> Sentence {
    """
    payment \(payment) was charged, but the purchase was interrupted; complete it with: \(command)
    """
  }

  /// - Parameter command: lists the product.
  package static func deferred(product: Identifier, command: String) -> Sentence {
    "\(product) was not bought; it is deferred; list it with: \(command)"
  }

  package static func mayHaveHappened(unconsumed: String, subscriptions: String, reprocess: String)
    -> Sentence
  {
    """
    the purchase may have happened; before you buy again, check: \(unconsumed); \
    \(subscriptions); complete an interrupted purchase with: \(reprocess)
    """
  }

  // Purchases that were completed
  package static func closed(_ payment: Identifier) -> Sentence {
    "payment \(payment) was never charged; it is closed now"
  }

  /// - Parameter command: restores what the user's store account owns.
  package static func restoreMissing(command: String) -> Sentence {
    "if a paid subscription is missing, restore it: \(command)"
  }

  /// The server refused the parameters of a list of subscriptions.
  package static func packageRefused(_ packages: [String]) -> Sentence {
    "check the package that was sent: \(list: packages)"
  }

  /// The old SDK's file has no rows of the user.
  package static func noRows(path: String) -> Sentence {
    "\(path) has no rows of this user in these markets"
  }

  package static func completeBefore(rows: Int, path: String) -> Sentence {
    "\(rows, "row was", "rows were") complete before in \(path)"
  }

  package static func removed(rows: Int, path: String) -> Sentence {
    "removed \(rows, "row", "rows") from \(path)"
  }

  /// - Parameter command: makes the payment successful.
  package static func failed(_ payment: Identifier, command: String) -> Sentence {
    """
    payment \(payment) is FAILURE now: grant nothing, its money is to be refunded. If the charge \
    was valid: \(command)
    """
  }

  /// - Parameters:
  ///   - again: completes the rest.
  ///   - unconsumed: lists what can be consumed.
  package static func mayHaveBeenCompleted(again: String, unconsumed: String) -> Sentence {
    """
    it may have been completed; complete the rest with: \(again); then list what can be consumed \
    with: \(unconsumed)
    """
  }

  package static func mayHaveBeenRestored(again: String) -> Sentence {
    "it may have been restored; it is safe to run it again: \(again)"
  }
}
