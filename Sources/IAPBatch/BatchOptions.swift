package import IAPCore

/// How a journaled batch goes about its payments.
package struct BatchOptions: Sendable {
  /// How many payments are in flight at most.
  package var concurrency = 8
  /// Whether what earlier runs left unknown is settled.
  package var resumes = false
  /// Whether results leave in the order of their payments.
  package var isOrdered = false
  /// Delivers before the consume; nil if iapctl delivers nothing.
  package var deliverer: (any Deliverer)?
  /// For how long each unknown payment is consumed again, until the server says what became of it;
  /// nil if it is left unknown.
  package var settleLimit: Duration?
  /// Nil if unknown payments are not kept.
  package var keepUnknown: KeepUnknown?

  package init() {}
}

/// Keeps a payment that stays unknown, with what it takes to settle it; durable when it returns.
package typealias KeepUnknown = @Sendable (BatchItem) throws(IAPError) -> Void

/// Hands the payments of a batch that stay unknown to those who keep them.
final class UnknownKeeper {
  private let keep: KeepUnknown?
  private let stop: BatchStop
  /// Why a payment could not be kept, once that happened.
  private(set) var failure: IAPError?

  init(_ keep: KeepUnknown?, stop: BatchStop) {
    (self.keep, self.stop) = (keep, stop)
  }

  /// Stops the batch if a payment cannot be kept: more of them would be lost.
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

/// Gives the player what a payment paid for, and takes it back.
package protocol Deliverer: Sendable {
  /// Whether there is a way to take back.
  var canUndo: Bool { get }

  /// - Throws: why it was not delivered. It may have been done in part; the next run tries again.
  func deliver(_ item: BatchItem) async throws(IAPError)

  /// Does nothing if there is no way to undo.
  ///
  /// - Throws: why the player may still have it.
  func undo(_ item: BatchItem) async throws(IAPError)
}
