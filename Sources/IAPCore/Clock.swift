/// The time and a way to wait: the machine's clock, or a simulated clock in tests.
package struct Clock: Sendable {
  /// The time of day.
  package var realTime: @Sendable () -> Instant
  /// The time of a clock that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  /// Waits; returns early if the task is cancelled.
  package var sleep: @Sendable (Duration) async -> Void

  package init(
    realTime: @escaping @Sendable () -> Instant,
    monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    self.realTime = realTime
    self.monotonicTime = monotonicTime
    self.sleep = sleep
  }
}
