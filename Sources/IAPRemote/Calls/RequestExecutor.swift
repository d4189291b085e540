import IAPCore

/// A request with what to make of its answer.
struct APICall<Body: Sendable>: Sendable {
  /// The only market that it asks; nil where it asks several, or none.
  let market: StoreCode?
  let request: HTTPRequest
  /// What the request has in it that no message may show.
  let secrets: [Secret]
  /// The payment of a consume, to say which one was consumed before.
  var payment: Identifier?
  /// What a whole envelope that says no means; nil for the meaning that the server's codes have.
  var refusal: (@Sendable (EnvelopeHeader) -> IAPError)?
  /// Reads the body of an answer with status 200.
  let read: @Sendable ([UInt8]) -> DecodedResponse<Body>

  /// The same call, of whose answer something else is made.
  func flatMap<Other>(
    _ transform: @escaping @Sendable (Body) -> DecodedResponse<Other>
  ) -> APICall<Other> {
    APICall<Other>(
      market: market, request: request, secrets: secrets, payment: payment, refusal: refusal
    ) { bytes in read(bytes).flatMap(transform) }
  }
}

/// What became of a call, with all its attempts.
struct CallResult<Body: Sendable>: Sendable {
  var result: Result<Body, IAPError>
  /// How often something was sent.
  var attempts: Int
  /// Whether an attempt before the last had been left open.
  var priorUnknown: Bool
  var stopsBatch: Bool
}

extension CallResult {
  /// A call that somebody stopped before it began.
  fileprivate init(notBegun reason: IAPError, _ priorUnknown: Bool) {
    self.init(
      result: .failure(priorUnknown ? reason.afterUnknown : reason), attempts: 0,
      priorUnknown: priorUnknown, stopsBatch: false)
  }
}

/// Makes calls: tries again where that is safe, and says what is known in the end.
struct RequestExecutor: Sendable {
  let transport: any HTTPTransport
  let policy: RetryPolicy
  let clock: CallClock
  /// What consumes keep to, where they are many.
  let pace: RateLimiter?
  /// Where requests go, for a person.
  let origin: String
  /// Is told of each attempt; no secret is in it.
  let trace: @Sendable (String) -> Void
  private let budget = RetryBudget()

  /// - Parameter priorUnknown: whether an earlier run had left an attempt at this call open.
  func call<Body: Sendable>(
    _ call: APICall<Body>, priorUnknown: Bool = false
  ) async -> CallResult<Body> {
    if let reason = clock.stopped() { return CallResult(notBegun: reason, priorUnknown) }
    let isConsume = call.payment != nil
    if isConsume { budget.begin() }
    let end = clock.monotonicTime() + policy.limit
    let redactor = Redactor(call.secrets)
    let judge = judge(of: call, redactor)
    var (isOpen, attempts, number) = (priorUnknown, 0, 0)
    while true {
      number += 1
      let start = clock.monotonicTime()
      let attempt = await self.attempt(call.request, until: end).mapError(redactor.redacted)
      if Self.isSent(attempt) { attempts += 1 }
      let verdict = judge.verdict(
        on: attempt, read: call.read, now: clock.realTime(), most: end - clock.monotonicTime())
      trace(
        redactor.redacted(
          Self.line(on: call, verdict, number, after: clock.monotonicTime() - start)))
      let wait = verdict.again.map { self.wait(for: $0, number) }
      if isConsume { tell(pace, attempt, wait) }
      if let wait, number <= policy.retries,
        !isConsume || budget.allowsRetry(isFirst: number == 1, of: pace?.payments ?? 0),
        await waits(wait, call, until: end)
      {
        isOpen = isOpen || verdict.isOpen
        continue
      }
      return CallResult(
        result: isOpen ? verdict.result.mapError(\.afterUnknown) : verdict.result,
        attempts: attempts, priorUnknown: isOpen, stopsBatch: verdict.stopsBatch)
    }
  }

  private static func isSent(_ attempt: Result<HTTPResponse, TransportFailure>) -> Bool {
    switch attempt {
    case .success: true
    // Who answers has got something.
    case .failure(let failure): failure.isSent || failure.response != nil
    }
  }

  private func judge<Body>(of call: APICall<Body>, _ redactor: Redactor) -> ResponseClassifier {
    let (payment, isMutating) = (call.payment, call.request.isMutating)
    let refusal =
      call.refusal ?? { header in
        ServerCodeMapping.error(of: header, payment: payment, isMutating: isMutating)
      }
    return ResponseClassifier(
      isMutating: isMutating, isRepeatable: !isMutating || payment != nil, origin: origin,
      stopped: clock.stopped, refusal: { refusal($0.redacted(by: redactor)) })
  }

  private func attempt(
    _ request: HTTPRequest, until end: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    let rest = end - clock.monotonicTime()
    guard rest > .zero else {
      return .failure(TransportFailure(.timedOut, isSent: false, detail: "no time was left"))
    }
    // A query is given up where somebody asks to stop: its task is cancelled. The answer to a change
    // is waited for in a task of its own, which nobody cancels.
    guard request.isMutating else { return await transport.answer(to: request, within: rest) }
    return await Task { [transport] in await transport.answer(to: request, within: rest) }.value
  }

  private func wait<Body>(for again: AttemptResult<Body>.Again, _ number: Int) -> Duration {
    switch again {
    case .later: policy.backoff(after: number, random: clock.random())
    case .after(let duration): duration
    }
  }

  /// - Returns: whether there is time for another attempt, after having waited for it.
  private func waits<Body>(
    _ wait: Duration, _ call: APICall<Body>, until end: Duration
  ) async -> Bool {
    guard clock.monotonicTime() + wait < end, clock.stopped() == nil else { return false }
    await clock.sleep(wait)
    let isWorthwhile = { clock.stopped() == nil && clock.monotonicTime() < end }
    if let pace, call.payment != nil { return await pace.turn(while: isWorthwhile) }
    return isWorthwhile()
  }

  /// Has all others slow down while a server asks for patience.
  private func tell(
    _ pace: RateLimiter?, _ attempt: Result<HTTPResponse, TransportFailure>, _ wait: Duration?
  ) {
    guard case .success(let response) = attempt else { return }
    if response.status == 429 {
      pace?.slowDown(for: wait ?? .zero)
    } else if response.status == 200 {
      pace?.speedUp()
    }
  }

  /// What is told of an attempt.
  private static func line<Body>(
    on call: APICall<Body>, _ verdict: AttemptResult<Body>, _ number: Int, after time: Duration
  ) -> String {
    let words =
      switch verdict.result {
      case .success: "done"
      case .failure(let error):
        "\(error.name), \(error.outcome.rawValue)"
          + (error.httpStatus.map { ", HTTP \($0)" } ?? "")
      }
    let what =
      call.market.map { " for \($0)" } ?? call.payment.map { " of payment \($0)" } ?? ""
    let (seconds, attoseconds) = time.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(call.request.method.rawValue) \(call.request.url)\(what), attempt \(number): "
      + "\(words), \(tenths / 10).\(tenths % 10) ms"
  }
}
