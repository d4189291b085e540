import Synchronization

/// Limits how many consumes of a batch are retried. If many fail, the server is overloaded, and
/// retries would make that worse.
package final class RetryBudget: Sendable {
  private let counts = Mutex((expected: 0, begun: 0, retried: 0))

  package init() {}

  /// Sets the number of payments in the batch.
  package func expect(_ payments: Int) { counts.withLock { $0.expected = payments } }

  /// Counts a consume that begins.
  package func begin() { counts.withLock { $0.begun += 1 } }

  /// Whether a consume may be retried. False if more than three payments, and more than 10 % of
  /// all, needed a retry.
  ///
  /// - Parameter isFirst: whether this is the first retry of this payment.
  package func allowsRetry(isFirst: Bool) -> Bool {
    counts.withLock { counts in
      if isFirst { counts.retried += 1 }
      return counts.retried <= 3 || counts.retried * 10 <= max(counts.expected, counts.begun)
    }
  }
}

/// The limits that all consumes of a batch share.
package struct BatchLimits: Sendable {
  package let rate: RateLimiter
  package let retries = RetryBudget()

  package init(rate: RateLimiter) { self.rate = rate }
}
