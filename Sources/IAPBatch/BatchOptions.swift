package import IAPCore

/// Settings of a ``JournaledBatch``.
package struct BatchOptions: Sendable {
  /// The maximum number of payments in flight.
  package var concurrency = 8
  /// Whether payments whose outcome earlier runs left unknown are sent again, to settle them.
  package var resumes = false
  /// Whether results are reported in the order of the input.
  package var isOrdered = false
  /// Delivers each item before the consume; nil if iapctl delivers nothing.
  package var deliverer: (any Deliverer)?
  /// For how long a payment with an unknown outcome is consumed again, until the server reports its
  /// outcome; nil if the outcome is left unknown.
  package var settleLimit: Duration?
  /// Stores each payment whose outcome stays unknown; nil if they are not stored.
  package var keepUnknown: KeepUnknown?

  package init() {}
}

/// Stores a payment whose outcome stays unknown, together with the data that settling it needs. The
/// payment is durable when the function returns.
package typealias KeepUnknown = @Sendable (BatchItem) throws(IAPError) -> Void

/// Passes each payment whose outcome stays unknown to ``KeepUnknown``.
final class UnknownKeeper {
  private let keep: KeepUnknown?
  private let stop: BatchStop
  /// The first error of ``KeepUnknown``.
  private(set) var failure: IAPError?

  init(_ keep: KeepUnknown?, stop: BatchStop) {
    (self.keep, self.stop) = (keep, stop)
  }

  /// Stops the batch if a payment cannot be stored: the next unknown payments would be lost too.
  func keep(_ item: BatchItem, ifUnknown result: ConsumeResult) {
    guard let keep, result.outcome == .unknown else { return }
    do throws(IAPError) {
      try keep(item)
    } catch {
      failure = failure ?? error
      stop.halt(error)
    }
  }
}

/// Grants the item of a payment to the player, and revokes it.
package protocol Deliverer: Sendable {
  /// Whether ``undo(_:)`` can revoke an item.
  var canUndo: Bool { get }

  /// - Throws: why the delivery failed. It may have been done in part; the next run tries it again.
  func deliver(_ item: BatchItem) async throws(IAPError)

  /// Revokes the item. Does nothing if ``canUndo`` is false.
  ///
  /// - Throws: why the player may still have the item.
  func undo(_ item: BatchItem) async throws(IAPError)
}
