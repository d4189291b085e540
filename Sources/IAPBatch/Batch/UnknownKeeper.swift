package import IAPCore

/// Stores payments whose outcome stays unknown, together with the data that settling them needs.
package protocol UnknownPayments: Sendable {
  /// The payment is durable when the function returns.
  func save(_ payment: Payment) throws(IAPError)
}

/// Passes each payment whose outcome stays unknown to ``UnknownPayments``.
final class UnknownKeeper {
  private let unknown: (any UnknownPayments)?
  private let stop: BatchStop
  /// The first error of ``UnknownPayments``.
  private(set) var failure: IAPError?

  init(_ unknown: (any UnknownPayments)?, stop: BatchStop) {
    (self.unknown, self.stop) = (unknown, stop)
  }

  /// Stops the batch if a payment cannot be stored: the next unknown payments would be lost too.
  func keep(_ result: ConsumeResult) {
    guard let unknown, result.outcome == .unknown else { return }
    do throws(IAPError) {
      try unknown.save(result.claimed.payment)
    } catch {
      failure = failure ?? error
      stop.halt(error)
    }
  }
}
