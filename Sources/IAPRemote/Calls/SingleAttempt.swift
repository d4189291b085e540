import IAPCore

/// Sends the request of a call once, and says what the answer proves.
struct SingleAttempt: Sendable {
  let transport: any HTTPTransport
  let environment: CallEnvironment
  /// The server's origin, for messages.
  let origin: String
  /// Receives the time that the server gives with a response; nil if it does not matter.
  var serverTime: (@Sendable (Instant) -> Void)?

  func attempt<Body: Sendable>(
    _ call: APICall<Body>, until end: Duration
  ) async -> AttemptResult<Body> {
    let answer = await send(call.request, until: end)
      .mapError { Redactor(call.secrets).redacted($0) }
    let clock = environment.clock
    var attempt = classifier(of: call).result(
      of: answer, read: call.read, now: clock.realTime(), most: end - clock.monotonicTime())
    attempt.callNumber = call.number
    switch answer {
    case .success(let response):
      (attempt.isSent, attempt.status) = (true, response.status)
      if let serverTime, let time = response.date(now: clock.realTime()) { serverTime(time) }
    // A response proves that the request arrived.
    case .failure(let failure): attempt.isSent = failure.isSent || failure.response != nil
    }
    return attempt
  }

  private func send(
    _ request: HTTPRequest, until end: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    let rest = end - environment.clock.monotonicTime()
    guard rest > .zero else {
      return .failure(
        TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached"))
    }
    // A stop cancels the task of a query. A change runs in its own task, which is never cancelled,
    // so that its response is received.
    guard request.isMutating else { return await transport.answer(to: request, within: rest) }
    return await Task(executorPreference: transport.taskExecutor) { [transport] in
      await transport.answer(to: request, within: rest)
    }.value
  }

  private func classifier<Body>(of call: APICall<Body>) -> ResponseClassifier {
    let (payment, isMutating) = (call.payment, call.request.isMutating)
    let refusal =
      call.refusal ?? { header in
        ServerRefusal(
          of: header,
          ServerCodeMapping.error(of: header, payment: payment, isMutating: isMutating))
      }
    return ResponseClassifier(
      isMutating: isMutating, isRepeatable: !isMutating || call.isConsume, origin: origin,
      stopped: environment.stopped, refusal: refusal)
  }
}

extension HTTPResponse {
  /// The server's time, in whole seconds. Nil if the response does not give it.
  fileprivate func date(now: Instant) -> Instant? {
    headers["date"].flatMap { HTTPDate.read($0, now: now) }
  }
}
