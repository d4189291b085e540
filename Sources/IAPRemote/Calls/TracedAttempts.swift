import IAPCore

/// Traces each attempt: the request, its result and its duration. It traces no secret.
struct TracedAttempts: Sendable {
  let next: SingleAttempt
  let clock: Clock
  /// Receives a line for each attempt; nil if no lines are wanted.
  let trace: (@Sendable (String) -> Void)?

  func begin<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration,
    ended: @escaping @Sendable (AttemptResult<Body>) -> Void
  ) {
    guard trace != nil else { return next.begin(call, until: end, ended: ended) }
    let start = clock.monotonicTime()
    next.begin(call, until: end) { attempt in
      tell(attempt, of: call, number, since: start)
      ended(attempt)
    }
  }

  func attempt<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration
  ) async -> AttemptResult<Body> {
    let start = clock.monotonicTime()
    let attempt = await next.attempt(call, until: end)
    tell(attempt, of: call, number, since: start)
    return attempt
  }

  private func tell<Body>(
    _ attempt: AttemptResult<Body>, of call: APICall<Body>, _ number: Int, since start: Duration
  ) {
    guard let trace else { return }
    let subject = call.market.map { " for \($0)" } ?? call.payment.map { " of payment \($0)" } ?? ""
    let callNumber = call.number.map { ", \($0)" } ?? ""
    let line =
      "\(call.request.method.rawValue) \(call.request.url)\(subject)\(callNumber), attempt \(number): "
      + "\(attempt.traceText), \((clock.monotonicTime() - start).inMilliseconds)"
    trace(Redactor(call.secrets).redacted(line))
  }
}

extension AttemptResult {
  fileprivate var traceText: String {
    switch result {
    case .success: "done"
    case .failure(let error):
      "\(error.name), \(error.outcome.rawValue)" + (error.httpStatus.map { ", HTTP \($0)" } ?? "")
    }
  }
}
