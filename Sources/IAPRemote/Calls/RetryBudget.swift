import Synchronization

/// How many consumes of a batch may be tried again: where many need it, the server is in trouble, and
/// attempts over and over make it worse.
final class RetryBudget: Sendable {
  private let counts = Mutex((calls: 0, retried: 0))

  /// A consume begins.
  func begin() { counts.withLock { $0.calls += 1 } }

  /// Whether a consume may be tried again. No more may once more than three, and more than one in
  /// ten, needed it.
  ///
  /// - Parameters:
  ///   - isFirst: whether it needs it for the first time.
  ///   - payments: how many the batch has, as far as that is known.
  func allowsRetry(isFirst: Bool, of payments: Int) -> Bool {
    counts.withLock { counts in
      if isFirst { counts.retried += 1 }
      return counts.retried <= 3 || counts.retried * 10 <= max(payments, counts.calls)
    }
  }
}
