import Synchronization

/// How many consumes of a batch may be tried again: if many need it, the server is in trouble, and
/// more attempts make it worse.
package final class RetryBudget: Sendable {
  private let counts = Mutex((expected: 0, begun: 0, retried: 0))

  package init() {}

  /// Says how many payments the batch has.
  package func expect(_ payments: Int) { counts.withLock { $0.expected = payments } }

  /// A consume begins.
  package func begin() { counts.withLock { $0.begun += 1 } }

  /// Whether a consume may be tried again: no more once more than three, and more than one in ten,
  /// needed it.
  ///
  /// - Parameter isFirst: whether this consume needs it for the first time.
  package func allowsRetry(isFirst: Bool) -> Bool {
    counts.withLock { counts in
      if isFirst { counts.retried += 1 }
      return counts.retried <= 3 || counts.retried * 10 <= max(counts.expected, counts.begun)
    }
  }
}

/// What the consumes of a batch keep to, whichever payment they are of.
package struct BatchLimits: Sendable {
  package let rate: RateLimiter
  package let retries = RetryBudget()

  package init(rate: RateLimiter) { self.rate = rate }
}
