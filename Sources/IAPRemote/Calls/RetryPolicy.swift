package import IAPCore

/// The clock, the random numbers and the stop request that attempts depend on.
package struct CallEnvironment: Sendable {
  package var clock: Clock
  /// A random number from 0 up to, but not including, 1.
  package var random: @Sendable () -> Double
  /// Why no further attempt may be made, such as an interrupt by the user. Nil to go on.
  package var stopped: @Sendable () -> IAPError?

  package init(
    clock: Clock, random: @escaping @Sendable () -> Double,
    stopped: @escaping @Sendable () -> IAPError?
  ) {
    (self.clock, self.random, self.stopped) = (clock, random, stopped)
  }
}

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
  /// - Parameter number: the number of attempts so far.
  func backoff(after number: Int, random: Double) -> Duration {
    let bound = min(Self.longest, Self.first * Int(1 << min(max(number - 1, 0), 10)))
    return bound * random
  }
}
