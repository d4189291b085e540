import IAPCore
import Synchronization

/// Makes calls: attempts them again while that is safe and the server does not ask to wait, and
/// determines the final outcome.
final class RetryingCalls: Sendable {
  private let single: SingleAttempt
  private let policy: RetryPolicy
  private let environment: CallEnvironment
  /// How long the server asked to wait, for calls that are made at the same time.
  private let pace: Mutex<Pace>

  /// - Parameters:
  ///   - origin: the server's origin, for messages.
  ///   - trace: receives a line for each attempt, without secrets; nil if no lines are wanted.
  ///   - serverTime: receives the time that the server gives with each response.
  init(
    over transport: any HTTPTransport, _ policy: RetryPolicy, in environment: CallEnvironment,
    origin: String, trace: (@Sendable (String) -> Void)?,
    serverTime: (@Sendable (Instant) -> Void)?
  ) {
    single = SingleAttempt(
      transport: transport, environment: environment, origin: origin, trace: trace,
      serverTime: serverTime)
    (self.policy, self.environment) = (policy, environment)
    pace = Mutex(Pace(rate: nil, at: environment.clock.monotonicTime()))
  }

  private var now: Duration { environment.clock.monotonicTime() }

  func call<Body: Sendable>(_ call: APICall<Body>) async -> CallResult<Body> {
    if let reason = environment.stopped() { return .notSent(reason) }
    var attempts = CallAttempts(until: now + policy.limit)
    if let reason = await waitForPause(until: attempts.end) {
      var result = CallResult<Body>.notSent(reason)
      result.stopsBatch = reason.asksToWait
      return result
    }
    while true {
      let attempt = await single.attempt(call, attempts.number, until: attempts.end)
      notice(attempt.pause)
      guard
        let wait = attempts.wait(after: attempt, policy, random: environment.random()),
        await waitForTurn(after: wait, until: attempts.end)
      else { return attempts.result(of: attempt) }
      attempts.goOn(after: attempt)
    }
  }

  /// Begins one attempt of a call, whose caller decides on another one. Nothing cancels it.
  ///
  /// - Parameter end: nil for the usual limit.
  func begin<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration?,
    ended: @escaping @Sendable (AttemptResult<Body>) -> Void
  ) {
    single.begin(call, number, until: end ?? now + policy.limit) { attempt in
      self.notice(attempt.pause)
      ended(attempt)
    }
  }

  private func notice(_ pause: ServerPause?) {
    guard let pause else { return }
    pace.withLock { $0.pause(pause, at: now) }
    environment.paused(pause, now)
  }

  /// Waits until the first attempt of a call may be sent: the answer to another call may have asked to wait.
  ///
  /// - Returns: why the call may not be sent; nil if it may.
  private func waitForPause(until end: Duration) async -> IAPError? {
    while true {
      let pace = pace.withLock { $0 }
      guard pace.pauseEnd > now else { return nil }
      if let refusal = pace.refusal(at: now) { return refusal }
      guard await sleep(until: pace.pauseEnd, end) else {
        return environment.stopped() ?? pace.asking
      }
    }
  }

  /// Waits until a call may be attempted again.
  ///
  /// - Returns: false if that is too late, or if a stop was requested.
  private func waitForTurn(after wait: Duration, until end: Duration) async -> Bool {
    var moment = now + wait
    while true {
      let pauseEnd = pace.withLock(\.pauseEnd)
      moment = max(moment, pauseEnd)
      guard await sleep(until: moment, end) else { return false }
      if pace.withLock(\.pauseEnd) <= now { return true }
    }
  }

  private func sleep(until moment: Duration, _ end: Duration) async -> Bool {
    guard moment < end, environment.stopped() == nil else { return false }
    await environment.clock.sleep(moment - now)
    return environment.stopped() == nil && now < end
  }
}
