package import IAPCore

/// The clock, the random numbers and the stop request that attempts depend on.
package struct CallEnvironment: Sendable {
  package var clock: Clock
  /// A random number from 0 up to, but not including, 1.
  package var random: @Sendable () -> Double
  /// Why no further attempt may be made, such as an interrupt by the user. Nil to go on.
  package var stopped: @Sendable () -> IAPError?
  /// Is told when a server asks to wait, with the monotonic time.
  package var paused: @Sendable (ServerPause, Duration) -> Void = { _, _ in }

  package init(
    clock: Clock, random: @escaping @Sendable () -> Double,
    stopped: @escaping @Sendable () -> IAPError?
  ) {
    (self.clock, self.random, self.stopped) = (clock, random, stopped)
  }
}
