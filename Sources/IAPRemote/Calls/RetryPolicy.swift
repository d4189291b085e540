package import IAPCore

/// What attempts need of the outside: time, chance and patience.
package struct CallClock: Sendable {
  /// A clock that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  package var realTime: @Sendable () -> Instant
  /// Waits; ends early where the task is cancelled.
  package var sleep: @Sendable (Duration) async -> Void
  /// A number from 0 up to 1.
  package var random: @Sendable () -> Double
  /// The reason to stop, once there is one.
  package var stopped: @Sendable () -> IAPError?

  package init(
    monotonicTime: @escaping @Sendable () -> Duration,
    realTime: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (Duration) async -> Void,
    random: @escaping @Sendable () -> Double, stopped: @escaping @Sendable () -> IAPError?
  ) {
    self.monotonicTime = monotonicTime
    self.realTime = realTime
    self.sleep = sleep
    self.random = random
    self.stopped = stopped
  }
}

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
