import IAPCore

/// Sends the request of a call once, says what the answer proves, and traces it without a secret.
struct SingleAttempt: Sendable {
  let transport: any HTTPTransport
  let environment: CallEnvironment
  /// The server's origin, for messages.
  let origin: String
  /// Receives a line for each attempt; nil if no lines are wanted.
  let trace: (@Sendable (String) -> Void)?
  /// Receives the time that the server gives with a response; nil if it does not matter.
  let serverTime: (@Sendable (Instant) -> Void)?

  /// Sends the request of a call that changes something. Nothing cancels it, so that its response is
  /// received.
  func begin<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration,
    ended: @escaping @Sendable (AttemptResult<Body>) -> Void
  ) {
    let start = now
    guard end > start else {
      return ended(result(Self.late, of: call, number, since: start, until: end))
    }
    transport.begin(call.request.http, within: end - start) { answer in
      ended(result(answer, of: call, number, since: start, until: end))
    }
  }

  /// A stop cancels the task of a query.
  @inline(never)
  func attempt<Body: Sendable>(
    _ call: APICall<Body>, _ number: Int, until end: Duration
  ) async -> AttemptResult<Body> {
    guard !call.request.http.isMutating else {
      return await withCheckedContinuation { waiting in
        begin(call, number, until: end) { waiting.resume(returning: $0) }
      }
    }
    let start = now
    let answer =
      end > start
      ? await transport.answer(to: call.request.http, within: end - start) : Self.late
    return result(answer, of: call, number, since: start, until: end)
  }

  private var now: Duration { environment.clock.monotonicTime() }

  private static let late = Result<HTTPResponse, TransportFailure>.failure(
    TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached"))

  private func result<Body>(
    _ answer: Result<HTTPResponse, TransportFailure>, of call: APICall<Body>, _ number: Int,
    since start: Duration, until end: Duration
  ) -> AttemptResult<Body> {
    let (request, realTime) = (call.request, environment.clock.realTime())
    let answer = answer.mapError { Redactor(request.secrets).redacted($0) }
    if let serverTime, let date = try? answer.get().headers.date,
      let time = HTTPDate.read(date, now: realTime)
    {
      serverTime(time)
    }
    let result = ResponseClassifier(
      request: request, origin: origin, now: realTime, most: end - now,
      stopped: environment.stopped
    ).result(of: answer, read: call.read)
    trace?(request.traceLine(number, result, within: now - start))
    return result
  }
}

extension CallRequest {
  /// The request, its result and its duration.
  fileprivate func traceLine<Body>(
    _ attempt: Int, _ result: AttemptResult<Body>, within duration: Duration
  ) -> String {
    let subject = market.map { " for \($0)" } ?? payment.map { " of payment \($0)" } ?? ""
    let line =
      "\(http.method.rawValue) \(http.url)\(subject)\(number.map { ", \($0)" } ?? ""), "
      + "attempt \(attempt): \(result.traceText), \(duration.inMilliseconds)"
    return Redactor(secrets).redacted(line)
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
