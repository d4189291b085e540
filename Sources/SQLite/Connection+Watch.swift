import CSQLite

extension Connection {
  /// Decides whether a long statement, or a wait for the locks of other processes, goes on.
  final class Watch {
    var isStopped: @Sendable () -> Bool = { false }
    var ignoresStops = false
    /// Called while a long statement runs.
    var advance: () -> Void = {}
    private let patience: Duration
    /// When the wait for a lock ends; nil until the statement has to wait.
    private var deadline: ContinuousClock.Instant?

    init(patience: Duration) { self.patience = patience }

    /// When the statement is ended although it is not complete; nil for never.
    var end: ContinuousClock.Instant?

    var isStopWanted: Bool { !ignoresStops && isStopped() }

    var isToStop: Bool { isStopWanted || end.map { ContinuousClock.now >= $0 } ?? false }

    /// Called when a statement begins. Its time limit starts with its first wait.
    func begin() { deadline = nil }

    /// Waits up to 10 ms. Returns false if the time limit has passed or a stop was requested.
    func waits() -> Bool {
      let now = ContinuousClock.now
      let isFirst = deadline == nil
      let end = deadline ?? now + patience
      deadline = end
      guard now < end, !isStopWanted else { return false }
      sqlite3_sleep(isFirst || end - now < .milliseconds(10) ? 1 : 10)
      return true
    }
  }
}
