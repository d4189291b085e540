package import IAPCore

/// Keeps payments whose outcome is unknown, with what it takes to settle them.
package protocol UnknownPayments: Sendable {
  /// Keeps a payment; it is durable when this returns.
  func keep(_ item: BatchItem) throws(IAPError)
}

/// Hands the payments of a batch that stay unknown to those who keep them.
final class UnknownKeeper {
  private let payments: (any UnknownPayments)?
  private let stop: BatchStop
  /// Why a payment could not be kept, once that happened.
  private(set) var failure: IAPError?

  init(_ payments: (any UnknownPayments)?, stop: BatchStop) {
    (self.payments, self.stop) = (payments, stop)
  }

  /// Stops the batch if a payment cannot be kept: more of them would be lost.
  func keep(_ item: BatchItem, ifUnknown result: ConsumeResult) {
    guard let payments, result.outcome == .unknown else { return }
    do throws(IAPError) {
      try payments.keep(item)
    } catch {
      failure = failure ?? error
      stop.halt(error)
    }
  }
}
