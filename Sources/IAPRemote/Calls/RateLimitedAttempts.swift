import IAPCore

/// Chooses when a call is attempted again, and keeps the consumes of a batch to its rate.
struct RateLimitedAttempts: Sendable {
  let next: TracedAttempts
  let policy: RetryPolicy
  let environment: CallEnvironment
  /// The rate of a batch of consumes, which the answers change. Outside a batch it has no limit, and
  /// keeps calls back while the server asks to wait.
  let rate: RateLimiter

  /// - Returns: the result, and how long to wait before another attempt; nil if there may be none.
  func attempt<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration
  ) async -> (result: AttemptResult<Body>, wait: Duration?) {
    let result = await next.attempt(call, number, until: end)
    let wait: Duration? =
      switch result.again {
      case .later: policy.backoff(after: number, random: environment.random())
      case .after(let duration): duration
      case nil: nil
      }
    if call.isConsume { adaptRate(to: result.status, wait) }
    if let pause = result.pause { rate.pause(pause) }
    return (result, wait)
  }

  /// Slower after 429, faster after 200. The whole batch waits as long as this call.
  private func adaptRate(to status: Int?, _ wait: Duration?) {
    if status == 429 {
      rate.slowDown(for: wait ?? .zero)
    } else if status == 200 {
      rate.speedUp()
    }
  }

  /// Waits until the first attempt of a call may be sent: the answer to another call may have asked to wait.
  ///
  /// - Returns: why the call may not be sent; nil if it may.
  func waitForPause(until end: Duration) async -> IAPError? {
    while rate.pauseEnd > environment.clock.monotonicTime() {
      if let refusal = rate.refusal { return refusal }
      guard await sleep(until: rate.pauseEnd, end) else {
        return environment.stopped() ?? rate.asking
      }
    }
    return nil
  }

  /// Waits until a call may be attempted again.
  ///
  /// - Returns: false if that is too late, or if a stop was requested.
  func waitForTurn<Body>(
    of call: APICall<Body>, after wait: Duration, until end: Duration
  ) async -> Bool {
    var moment = environment.clock.monotonicTime() + wait
    repeat {
      moment = max(moment, rate.pauseEnd)
      guard await sleep(until: moment, end) else { return false }
    } while rate.pauseEnd > environment.clock.monotonicTime()
    guard call.isConsume else { return true }
    return await rate.acquire { await sleep(until: $0, end) } && mayGoOn(until: end)
  }

  private func sleep(until moment: Duration, _ end: Duration) async -> Bool {
    guard moment < end, environment.stopped() == nil else { return false }
    await environment.clock.sleep(moment - environment.clock.monotonicTime())
    return mayGoOn(until: end)
  }

  private func mayGoOn(until end: Duration) -> Bool {
    environment.stopped() == nil && environment.clock.monotonicTime() < end
  }
}
