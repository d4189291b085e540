import IAPCore

/// Traces each attempt: the request, its result and its duration. It traces no secret.
struct TracedAttempts: Sendable {
  let next: SingleAttempt
  let clock: Clock
  /// Receives a line for each attempt; nil if no lines are wanted.
  let trace: (@Sendable (String) -> Void)?

  func attempt<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration
  ) async -> AttemptResult<Body> {
    guard let trace else { return await next.attempt(call, until: end) }
    let start = clock.monotonicTime()
    let attempt = await next.attempt(call, until: end)
    let subject = call.market.map { " for \($0)" } ?? call.payment.map { " of payment \($0)" } ?? ""
    let callNumber = call.number.map { ", \($0)" } ?? ""
    let line =
      "\(call.request.method.rawValue) \(call.request.url)\(subject)\(callNumber), attempt \(number): "
      + "\(attempt.traceText), \((clock.monotonicTime() - start).inMilliseconds)"
    trace(Redactor(call.secrets).redacted(line))
    return attempt
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
