import Synchronization

/// Limits the rate of a batch's requests. It lowers the rate further while the server answers 429, and
/// keeps all requests back while the server asks to wait.
package final class RateLimiter: Sendable {
  private struct Plan {
    /// The earliest time of the next request.
    var next: Duration
    /// The current time between two requests.
    var spacing: Duration
    /// The end of the pause after a 429.
    var open: Duration
    /// The time before which the server asked to send nothing.
    var asked: Duration
    /// What a call is told that may not be sent before ``asked``.
    var asking: IAPError?
    /// Whether a call has ended because ``asked`` was too late for it.
    var hasEndedCall = false
    /// The time of the first 429 since the server last accepted a request; nil if there was none.
    var askedSince: Duration?

    mutating func take(after time: Duration) -> Duration {
      let start = max(next, time)
      next = start + spacing
      return start
    }
  }

  /// How much delay a late request may make up for. A longer credit would allow a burst.
  private static let credit = Duration.milliseconds(100)
  /// The spacing after the first 429, if there was no rate limit.
  private static let firstSpacing = Duration.milliseconds(50)
  private static let longestSpacing = Duration.seconds(20)
  /// How long a server may keep answering 429 before the batch gives up.
  package static let longestPatience = Duration.seconds(300)

  private let monotonicTime: @Sendable () -> Duration
  private let usualSpacing: Duration
  private let plan: Mutex<Plan>

  /// - Parameters:
  ///   - rate: requests per second; nil for no limit.
  ///   - monotonicTime: the time of a clock that never goes back.
  package init(rate: Double?, monotonicTime: @escaping @Sendable () -> Duration) {
    self.monotonicTime = monotonicTime
    let spacing = rate.map { Duration.seconds(1) / $0 } ?? .zero
    usualSpacing = spacing
    let now = monotonicTime()
    plan = Mutex(Plan(next: now, spacing: spacing, open: now, asked: now))
  }

  /// Whether a request may be sent at once, without ``acquire(waiting:)``: there is no rate limit, and
  /// the server has not asked to wait.
  package var isUnlimited: Bool {
    plan.withLock { plan in
      plan.spacing == .zero && plan.askedSince == nil && plan.open <= monotonicTime()
    }
  }

  /// Whether the server has answered 429 and accepted nothing since, or asks to wait.
  package var isAskedToWait: Bool {
    plan.withLock { $0.askedSince != nil || $0.open > monotonicTime() }
  }

  /// The time before which the server asked to send nothing.
  package var pauseEnd: Duration { plan.withLock { $0.asked } }

  /// Why nothing more may be sent: the server asked for more time than a call has. Nil as soon as that
  /// time is over.
  package var refusal: IAPError? {
    plan.withLock { $0.hasEndedCall && $0.asked > monotonicTime() ? $0.asking : nil }
  }

  /// Why a call that has to end before ``pauseEnd`` may not be sent.
  package var asking: IAPError? { plan.withLock(\.asking) }

  /// How long the server has accepted nothing but answered 429; nil while that is less than
  /// ``longestPatience``.
  package var exhaustedPatience: Duration? {
    guard let since = plan.withLock({ $0.askedSince }) else { return nil }
    let time = monotonicTime() - since
    return time >= Self.longestPatience ? time : nil
  }

  /// Waits until a request may be sent. Callers are served in the order of their calls.
  ///
  /// - Parameter wait: waits until the given monotonic time; returns false to give up.
  /// - Returns: false if `wait` gave up, if the server answered 429 for ``longestPatience``, or if there
  ///   is a ``refusal``. The request must not be sent then.
  package func acquire(waiting wait: (_ moment: Duration) async -> Bool) async -> Bool {
    var start = plan.withLock { $0.take(after: monotonicTime() - Self.credit) }
    while exhaustedPatience == nil, refusal == nil {
      let patienceEnds = plan.withLock { plan -> Duration? in
        // A time reserved before the pause is replaced, or all waiting requests would be sent at
        // once when the pause ends.
        if start < plan.open { start = plan.take(after: plan.open) }
        return plan.askedSince.map { $0 + Self.longestPatience }
      }
      if start <= monotonicTime() { return true }
      guard await wait(min(start, patienceEnds ?? start)) else { return false }
    }
    return false
  }

  /// Records a 429: sends nothing for the given time, and doubles the spacing.
  package func slowDown(for wait: Duration) {
    plan.withLock { plan in
      let now = monotonicTime()
      plan.askedSince = plan.askedSince ?? now
      // A 429 during the pause answers a request from before it, so it does not double the spacing
      // again.
      let isNew = now >= plan.open
      plan.open = max(plan.open, now + wait)
      plan.next = max(plan.next, plan.open)
      guard isNew else { return }
      let slower = min(max(plan.spacing * 2, Self.firstSpacing), Self.longestSpacing)
      plan.spacing = max(usualSpacing, slower)
    }
  }

  /// Records that the server asked to send nothing for some time.
  package func pause(_ pause: ServerPause) {
    plan.withLock { plan in
      let end = monotonicTime() + pause.time
      if end >= plan.asked { (plan.asked, plan.asking) = (end, pause.error.forUnsent) }
      plan.hasEndedCall = plan.hasEndedCall || pause.endsCall
      plan.open = max(plan.open, plan.asked)
      plan.next = max(plan.next, plan.open)
    }
  }

  /// Records an accepted request: halves the spacing, down to the given rate. One 429 doubles the
  /// spacing, so a server that refuses every other request does not stop the batch.
  package func speedUp() {
    plan.withLock { plan in
      plan.askedSince = nil
      let faster = plan.spacing / 2
      plan.spacing = max(usualSpacing, faster < .milliseconds(1) ? .zero : faster)
    }
  }
}

/// The time for which a server asked to send nothing.
package struct ServerPause: Sendable {
  package let time: Duration
  /// Says until when.
  package let error: IAPError
  /// Whether that is too late for the call that was answered so.
  package let endsCall: Bool

  package init(_ time: Duration, _ error: IAPError, endsCall: Bool) {
    (self.time, self.error, self.endsCall) = (time, error, endsCall)
  }
}

/// Limits how many consumes of a batch are retried. If many fail, the server is overloaded, and
/// retries would make that worse.
package final class RetryBudget: Sendable {
  private let counts = Mutex((expected: 0, begun: 0, retried: 0))

  package init() {}

  /// Sets the number of payments in the batch.
  package func expect(_ payments: Int) { counts.withLock { $0.expected = payments } }

  /// Counts a consume that begins.
  package func begin() { counts.withLock { $0.begun += 1 } }

  /// Whether a consume may be retried. False if more than three payments, and more than 10 % of
  /// all, needed a retry.
  ///
  /// - Parameter isFirst: whether this is the first retry of this payment.
  package func allowsRetry(isFirst: Bool) -> Bool {
    counts.withLock { counts in
      if isFirst { counts.retried += 1 }
      return counts.retried <= 3 || counts.retried * 10 <= max(counts.expected, counts.begun)
    }
  }
}

/// The limits that all consumes of a batch share.
package struct BatchLimits: Sendable {
  package let rate: RateLimiter
  package let retries = RetryBudget()

  package init(rate: RateLimiter) { self.rate = rate }
}
