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
  /// - Parameter isFirst: whether it needs it for the first time.
  func allowsRetry(isFirst: Bool) -> Bool {
    counts.withLock { counts in
      if isFirst { counts.retried += 1 }
      return counts.retried <= 3 || counts.retried * 10 <= counts.calls
    }
  }
}
