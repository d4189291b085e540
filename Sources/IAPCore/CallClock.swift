/// What calls need of the outside: time, chance and patience.
package struct CallClock: Sendable {
  /// A clock that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  package var realTime: @Sendable () -> Instant
  /// Waits; ends early where somebody asked to stop.
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
