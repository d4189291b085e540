import IAPCore

/// How often and how soon a call is tried again.
package struct RetryPolicy: Hashable, Sendable {
  /// How many attempts may follow the first.
  package var retries: Int
  /// The time for one call, all its attempts.
  package var limit: Duration

  package init(retries: Int, limit: Duration) {
    self.retries = retries
    self.limit = limit
  }

  private static let first = Duration.milliseconds(500)
  private static let longest = Duration.seconds(20)

  /// A wait of our own choice before an attempt: anything up to a bound that doubles (full jitter),
  /// so that many who were refused at once do not come back at once.
  ///
  /// - Parameter number: how many attempts there were.
  func backoff(after number: Int, random: Double) -> Duration {
    let bound = min(Self.longest, Self.first * Int(1 << min(max(number - 1, 0), 10)))
    return bound * random
  }
}
