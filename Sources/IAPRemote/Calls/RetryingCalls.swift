import IAPCore

/// Makes calls: attempts them again while that is safe, and determines the final outcome.
///
/// Each of these types holds the next one and adds one thing: ``RetryingCalls`` whether there is
/// another attempt, ``RateLimitedAttempts`` when, ``TracedAttempts`` a line for `--verbose`, and
/// ``SingleAttempt`` sends the request.
struct RetryingCalls: Sendable {
  let next: RateLimitedAttempts
  let policy: RetryPolicy
  let environment: CallEnvironment
  /// Limits the retries of consumes.
  let budget: RetryBudget

  func call<Body: Sendable>(_ call: APICall<Body>) async -> CallResult<Body> {
    if let reason = environment.stopped() { return .notSent(reason) }
    let end = environment.clock.monotonicTime() + policy.limit
    if let reason = await next.waitForPause(until: end) {
      var result = CallResult<Body>.notSent(reason)
      result.stopsBatch = reason.asksToWait
      return result
    }
    if call.isConsume { budget.begin() }
    var (isOpen, sent, number) = (false, 0, 1)
    while true {
      let (attempt, wait) = await next.attempt(call, number, until: end)
      if attempt.isSent { sent += 1 }
      guard let wait, number <= policy.retries,
        !call.isConsume || budget.allowsRetry(isFirst: number == 1),
        await next.waitForTurn(of: call, after: wait, until: end)
      else {
        var result = CallResult(
          attempt.result.mapError { $0.about(callNumber: call.number) }, attempts: sent,
          stopsBatch: attempt.stopsBatch)
        result.callNumber = call.number
        return isOpen ? result.afterUnknown : result
      }
      isOpen = isOpen || attempt.isOpen
      number += 1
    }
  }
}

extension RetryingCalls {
  /// - Parameters:
  ///   - limits: the shared limits of a batch of consumes; nil outside a batch.
  ///   - origin: the server's origin, for messages.
  ///   - trace: receives a line for each attempt, without secrets; nil if no lines are wanted.
  ///   - serverTime: receives the time that the server gives with each response.
  init(
    over transport: any HTTPTransport, _ policy: RetryPolicy, in environment: CallEnvironment,
    limits: BatchLimits?, origin: String, trace: (@Sendable (String) -> Void)?,
    serverTime: (@Sendable (Instant) -> Void)?
  ) {
    let attempt = SingleAttempt(
      transport: transport, environment: environment, origin: origin, serverTime: serverTime)
    let traced = TracedAttempts(next: attempt, clock: environment.clock, trace: trace)
    next = RateLimitedAttempts(
      next: traced, policy: policy, environment: environment,
      rate: limits?.rate
        ?? RateLimiter(rate: nil, monotonicTime: environment.clock.monotonicTime))
    (self.policy, self.environment) = (policy, environment)
    budget = limits?.retries ?? RetryBudget()
  }
}
