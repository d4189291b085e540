import IAPCore

/// What `purchase`, `reprocess` and `restore` note and advise, by its id and its values.
enum PurchaseMessage: Hashable, Sendable {
  // A purchase without a record
  /// - Parameter command: closes the payment.
  case reserved(Identifier, command: String)
  case pending(Identifier, approve: String, decline: String)
  /// - Parameter command: completes the purchase.
  case interrupted(Identifier, command: String)
  /// - Parameter command: lists the product.
  case deferred(product: Identifier, command: String)
  case mayHaveHappened(unconsumed: String, subscriptions: String, reprocess: String)

  // Purchases that were completed
  case closed(Identifier)
  case nothingToReprocess
  case nothingToRestore
  /// The old SDK's file has no rows of the user.
  case noRows(path: String)
  case completeBefore(rows: Int, path: String)
  case removed(rows: Int, path: String)
  /// - Parameter command: makes the payment successful.
  case failed(Identifier, command: String)
  /// - Parameters:
  ///   - again: completes the rest.
  ///   - unconsumed: lists what can be consumed.
  case mayHaveBeenCompleted(again: String, unconsumed: String)
  case mayHaveBeenRestored(again: String)
}
