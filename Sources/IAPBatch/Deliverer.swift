package import IAPCore

/// Gives the player what a payment paid for, and takes it back.
package protocol Deliverer: Sendable {
  /// Whether there is a way to take back.
  var canUndo: Bool { get }

  /// - Throws: why it was not delivered; nobody knows then how far it came, and the next run tries
  ///   again.
  func deliver(_ item: BatchItem) async throws(IAPError)

  /// Does nothing where there is nothing to undo it with.
  ///
  /// - Throws: why the player may still have it.
  func undo(_ item: BatchItem) async throws(IAPError)
}
