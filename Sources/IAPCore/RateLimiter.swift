import Synchronization

/// Gives the turns of a batch's requests: never faster than a rate, and slower while the server
/// asks for patience.
package final class RateLimiter: Sendable {
  private struct Plan {
    /// When the next turn is.
    var next: Duration
    /// The time between two turns, at present.
    var spacing: Duration
    /// No request is sent before then.
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
  /// The spacing after a first request for patience, if there was none.
  private static let firstSpacing = Duration.milliseconds(50)
  private static let longestSpacing = Duration.seconds(20)
  /// How long a server may ask for patience, and accept nothing, before it is given up.
  package static let longestPatience = Duration.seconds(300)

  private let monotonicTime: @Sendable () -> Duration
  private let usualSpacing: Duration
  private let plan: Mutex<Plan>

  /// - Parameters:
  ///   - rate: requests a second; nil for no limit.
  ///   - monotonicTime: a clock that never goes back.
  package init(rate: Double?, monotonicTime: @escaping @Sendable () -> Duration) {
    self.monotonicTime = monotonicTime
    let spacing = rate.map { Duration.seconds(1) / $0 } ?? .zero
    usualSpacing = spacing
    let now = monotonicTime()
    plan = Mutex(Plan(next: now, spacing: spacing, open: now))
  }

  /// How long the server has asked for patience and accepted nothing, once that is too long to go
  /// on.
  package var exhaustedPatience: Duration? {
    guard let since = plan.withLock({ $0.askedSince }) else { return nil }
    let time = monotonicTime() - since
    return time >= Self.longestPatience ? time : nil
  }

  /// Waits for a turn; turns are given in the order in which they are asked for.
  ///
  /// - Parameter wait: waits until a moment of the clock; false if there is no point in waiting.
  /// - Returns: false if `wait` gave up, or the patience with the server is exhausted: the turn is
  ///   lost then.
  package func acquire(waiting wait: (_ moment: Duration) async -> Bool) async -> Bool {
    var start = plan.withLock { $0.take(after: monotonicTime() - Self.credit) }
    while exhaustedPatience == nil {
      let patienceEnds = plan.withLock { plan -> Duration? in
        // A turn from before a pause is lost, or all who have one would go at its end.
        if start < plan.open { start = plan.take(after: plan.open) }
        return plan.askedSince.map { $0 + Self.longestPatience }
      }
      if start <= monotonicTime() { return true }
      guard await wait(min(start, patienceEnds ?? start)) else { return false }
    }
    return false
  }

  /// The server asked for patience: no request is sent for a while, and fewer from then on.
  package func slowDown(for wait: Duration) {
    plan.withLock { plan in
      let now = monotonicTime()
      plan.askedSince = plan.askedSince ?? now
      // What was sent before the pause began says nothing new.
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
