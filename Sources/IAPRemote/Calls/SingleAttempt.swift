import IAPCore

/// Sends the request of a call once, and says what the answer proves.
struct SingleAttempt: Sendable {
  let transport: any HTTPTransport
  let environment: CallEnvironment
  /// The server's origin, for messages.
  let origin: String
  /// Receives the time that the server gives with a response; nil if it does not matter.
  var serverTime: (@Sendable (Instant) -> Void)?

  /// Sends the request of a call that changes something. Nothing cancels it, so that its response is
  /// received.
  func begin<Body: Sendable>(
    _ call: APICall<Body>, until end: Duration,
    ended: @escaping @Sendable (AttemptResult<Body>) -> Void
  ) {
    guard let rest = rest(until: end) else { return ended(result(Self.late, of: call, until: end)) }
    transport.begin(call.request, within: rest) { ended(result($0, of: call, until: end)) }
  }

  /// A stop cancels the task of a query.
  func attempt<Body: Sendable>(
    _ call: APICall<Body>, until end: Duration
  ) async -> AttemptResult<Body> {
    guard !call.request.isMutating else {
      return await withCheckedContinuation { waiting in
        begin(call, until: end) { waiting.resume(returning: $0) }
      }
    }
    guard let rest = rest(until: end) else { return result(Self.late, of: call, until: end) }
    return result(await transport.answer(to: call.request, within: rest), of: call, until: end)
  }

  private static let late = Result<HTTPResponse, TransportFailure>.failure(
    TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached"))

  private func rest(until end: Duration) -> Duration? {
    let rest = end - environment.clock.monotonicTime()
    return rest > .zero ? rest : nil
  }

  private func result<Body>(
    _ answer: Result<HTTPResponse, TransportFailure>, of call: APICall<Body>, until end: Duration
  ) -> AttemptResult<Body> {
    let answer = answer.mapError { Redactor(call.secrets).redacted($0) }
    let clock = environment.clock
    if case .success(let response) = answer, let serverTime,
      let time = response.date(now: clock.realTime())
    {
      serverTime(time)
    }
    return call.result(
      of: answer, from: origin, now: clock.realTime(), most: end - clock.monotonicTime(),
      stopped: environment.stopped)
  }

}

extension APICall {
  /// What an attempt of the call proves.
  ///
  /// - Parameters:
  ///   - origin: the server's origin, for messages.
  ///   - now: the real time.
  ///   - most: the remaining time for the whole call.
  ///   - stopped: the reason for a stop, if one was requested.
  func result(
    of answer: Result<HTTPResponse, TransportFailure>, from origin: String, now: Instant,
    most: Duration, stopped: @escaping @Sendable () -> IAPError?
  ) -> AttemptResult<Body> {
    let (payment, isMutating) = (payment, request.isMutating)
    let refusal =
      refusal ?? { header in
        ServerRefusal(
          of: header,
          ServerCodeMapping.error(of: header, payment: payment, isMutating: isMutating))
      }
    let classifier = ResponseClassifier(
      isMutating: isMutating, isRepeatable: !isMutating || isConsume, origin: origin,
      stopped: stopped, refusal: refusal)
    var attempt = classifier.result(of: answer, read: read, now: now, most: most)
    attempt.callNumber = number
    switch answer {
    case .success(let response): (attempt.isSent, attempt.status) = (true, response.status)
    // A response proves that the request arrived.
    case .failure(let failure): attempt.isSent = failure.isSent || failure.response != nil
    }
    return attempt
  }
}

extension HTTPResponse {
  /// The server's time, in whole seconds. Nil if the response does not give it.
  fileprivate func date(now: Instant) -> Instant? {
    headers["date"].flatMap { HTTPDate.read($0, now: now) }
  }
}
