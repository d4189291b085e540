/// How many times and after which delays a call is retried.
package struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts after the first one.
  package var retries: Int
  /// The time limit for a call with all its attempts.
  package var limit: Duration

  package init(retries: Int, limit: Duration) {
    self.retries = retries
    self.limit = limit
  }

  private static let first = Duration.milliseconds(500)
  private static let longest = Duration.seconds(20)

  /// A random delay up to a limit that doubles with each attempt (full jitter), so that clients
  /// that failed at the same time do not retry at the same time.
  ///
  /// - Parameters:
  ///   - number: the number of attempts so far.
  ///   - random: a number from 0 up to, but not including, 1.
  package func backoff(after number: Int, random: Double) -> Duration {
    let bound = min(Self.longest, Self.first * Int(1 << min(max(number - 1, 0), 10)))
    return bound * random
  }
}

/// Limits how many consumes of a batch are retried. If many fail, the server is overloaded, and
/// retries would make that worse.
package struct RetryBudget: Hashable, Sendable {
  private var begun = 0
  private var retried = 0
  /// The number of payments of the batch, if that is known.
  package var expected = 0

  package init() {}

  /// Counts a consume that begins.
  package mutating func begin() { begun += 1 }

  /// Whether a consume may be retried. False if more than three payments, and more than 10 % of
  /// all, needed a retry.
  ///
  /// - Parameter isFirst: whether this is the first retry of this payment.
  package mutating func allowsRetry(isFirst: Bool) -> Bool {
    if isFirst { retried += 1 }
    return retried <= 3 || retried * 10 <= max(expected, begun)
  }
}
