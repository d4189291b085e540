import Synchronization

/// What a batch keeps to: how fast requests go out, never faster than a rate, and slower while the server asks for
/// patience.
///
/// Whoever is about to send takes a turn first. Turns are given in the order in which they are
/// asked for.
package final class RateLimiter: Sendable {
  private struct Plan {
    /// When the next turn is.
    var next: Duration
    /// The time between two turns, at present.
    var spacing: Duration
    /// Nobody sends before then.
    var open: Duration
    /// When the server first asked for patience, if it has accepted nothing since.
    var askedSince: Duration?

    mutating func take(after time: Duration) -> Duration {
      let start = max(next, time)
      next = start + spacing
      return start
    }
  }

  /// What a wait that came too late may catch up with; more would be a burst.
  private static let credit = Duration.milliseconds(100)
  /// The spacing after a first request for patience, where there was none.
  private static let firstSpacing = Duration.milliseconds(50)
  private static let longestSpacing = Duration.seconds(20)
  /// How long a server may ask for patience, and accept nothing, before it is given up.
  package static let longestPatience = Duration.seconds(300)
  /// How long a turn is slept through before it is asked again whether there is still a point.
  private static let nap = Duration.milliseconds(50)

  private let monotonicTime: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async -> Void
  private let usualSpacing: Duration
  private let plan: Mutex<Plan>
  private let announced = Mutex(0)

  /// - Parameters:
  ///   - rate: requests a second; nil for as many as there are.
  ///   - monotonicTime: a clock that never goes back.
  package init(
    rate: Double?, monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    self.monotonicTime = monotonicTime
    self.sleep = sleep
    let spacing = rate.map { Duration.seconds(1) / $0 } ?? .zero
    usualSpacing = spacing
    let now = monotonicTime()
    plan = Mutex(Plan(next: now, spacing: spacing, open: now))
  }

  /// How many payments the batch has, as far as that is known.
  package var payments: Int {
    get { announced.withLock { $0 } }
    set { announced.withLock { $0 = newValue } }
  }

  /// How long the server has asked for patience and accepted nothing, once that is too long to go
  /// on.
  package var exhaustedPatience: Duration? {
    guard let since = plan.withLock({ $0.askedSince }) else { return nil }
    let time = monotonicTime() - since
    return time >= Self.longestPatience ? time : nil
  }

  /// Waits for a turn. None comes any more when the patience with the server is exhausted.
  ///
  /// - Parameter isWorthwhile: whether there is still a point in waiting.
  /// - Returns: whether it came; where it did not, it is lost.
  package func turn(while isWorthwhile: () -> Bool) async -> Bool {
    var start = plan.withLock { $0.take(after: monotonicTime() - Self.credit) }
    while isWorthwhile(), exhaustedPatience == nil {
      // A turn from before a pause is lost, or all who have one would go at its end.
      plan.withLock { if start < $0.open { start = $0.take(after: $0.open) } }
      let rest = start - monotonicTime()
      guard rest > .zero else { return true }
      await sleep(min(rest, Self.nap))
    }
    return false
  }

  /// The server asked for patience: nobody sends for a while, and less often from then on.
  package func slowDown(for wait: Duration) {
    plan.withLock { plan in
      let now = monotonicTime()
      plan.askedSince = plan.askedSince ?? now
      // Who was sent off before the pause began learns nothing new.
      let isNew = now >= plan.open
      plan.open = max(plan.open, now + wait)
      plan.next = max(plan.next, plan.open)
      guard isNew else { return }
      let slower = min(max(plan.spacing * 2, Self.firstSpacing), Self.longestSpacing)
      plan.spacing = max(usualSpacing, slower)
    }
  }

  /// The server answered: faster again, up to the rate, by as much as one request for patience slows
  /// down: a server that refuses every other request does not bring a batch to a halt.
  package func speedUp() {
    plan.withLock { plan in
      plan.askedSince = nil
      let faster = plan.spacing / 2
      plan.spacing = max(usualSpacing, faster < .milliseconds(1) ? .zero : faster)
    }
  }
}
