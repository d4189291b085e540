/// The time, and waiting for it: the machine's, or one that a test makes by hand.
package struct Clock: Sendable {
  /// The time of day.
  package var realTime: @Sendable () -> Instant
  /// A time that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  /// Waits; ends early where the task is cancelled.
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
