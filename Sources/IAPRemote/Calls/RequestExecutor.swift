import IAPCore

/// A request with what to make of its answer.
struct APICall<Body: Sendable>: Sendable {
  /// The only market that it asks; nil if it asks several, or none.
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

/// Makes calls: tries again if that is safe, and says what is known in the end.
struct RequestExecutor: Sendable {
  let transport: any HTTPTransport
  let policy: RetryPolicy
  let clock: CallClock
  /// What consumes keep to, if they are many.
  let limits: BatchLimits?
  /// Where requests go, for a person.
  let origin: String
  /// Is told of each attempt; no secret is in it.
  let trace: @Sendable (String) -> Void
  private let budget: RetryBudget

  init(
    transport: any HTTPTransport, policy: RetryPolicy, clock: CallClock, limits: BatchLimits?,
    origin: String, trace: @escaping @Sendable (String) -> Void
  ) {
    (self.transport, self.policy, self.clock) = (transport, policy, clock)
    (self.limits, self.origin, self.trace) = (limits, origin, trace)
    budget = limits?.retries ?? RetryBudget()
  }

  func call<Body: Sendable>(_ call: APICall<Body>) async -> CallResult<Body> {
    if let reason = clock.stopped() { return .notSent(reason) }
    let isConsume = call.payment != nil
    if isConsume { budget.begin() }
    let end = clock.monotonicTime() + policy.limit
    let redactor = Redactor(call.secrets)
    let classifier = classifier(of: call, redactor)
    var (isOpen, attempts, number) = (false, 0, 0)
    while true {
      number += 1
      let start = clock.monotonicTime()
      let answer = await self.attempt(call.request, until: end).mapError(redactor.redacted)
      if Self.isSent(answer) { attempts += 1 }
      let attempt = classifier.result(
        of: answer, read: call.read, now: clock.realTime(), most: end - clock.monotonicTime())
      trace(
        redactor.redacted(
          Self.line(on: call, attempt, number, after: clock.monotonicTime() - start)))
      let wait = attempt.again.map { self.wait(for: $0, number) }
      if isConsume { adapt(limits?.rate, to: answer, wait) }
      if let wait, number <= policy.retries,
        !isConsume || budget.allowsRetry(isFirst: number == 1),
        await waits(wait, call, until: end)
      {
        isOpen = isOpen || attempt.isOpen
        continue
      }
      let result = CallResult(
        attempt.result, attempts: attempts, stopsBatch: attempt.stopsBatch)
      return isOpen ? result.afterUnknown : result
    }
  }

  private static func isSent(_ attempt: Result<HTTPResponse, TransportFailure>) -> Bool {
    switch attempt {
    case .success: true
    // Who answers has got something.
    case .failure(let failure): failure.isSent || failure.response != nil
    }
  }

  private func classifier<Body>(of call: APICall<Body>, _ redactor: Redactor) -> ResponseClassifier
  {
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
      return .failure(
        TransportFailure(.timedOut, isSent: false, detail: "the time limit was reached"))
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
    guard await self.wait(until: clock.monotonicTime() + wait, end) else { return false }
    guard let limits, call.payment != nil else { return true }
    return await limits.rate.acquire { await self.wait(until: $0, end) }
      && clock.stopped() == nil && clock.monotonicTime() < end
  }

  /// - Returns: false if the moment is too late, or there was a request to stop.
  private func wait(until moment: Duration, _ end: Duration) async -> Bool {
    guard moment < end, clock.stopped() == nil else { return false }
    await clock.sleep(moment - clock.monotonicTime())
    return clock.stopped() == nil && clock.monotonicTime() < end
  }

  /// Has all others slow down while a server asks for patience.
  private func adapt(
    _ rate: RateLimiter?, to attempt: Result<HTTPResponse, TransportFailure>, _ wait: Duration?
  ) {
    guard case .success(let response) = attempt else { return }
    if response.status == 429 {
      rate?.slowDown(for: wait ?? .zero)
    } else if response.status == 200 {
      rate?.speedUp()
    }
  }

  /// What is told of an attempt.
  private static func line<Body>(
    on call: APICall<Body>, _ attempted: AttemptResult<Body>, _ number: Int, after time: Duration
  ) -> String {
    let words =
      switch attempted.result {
      case .success: "done"
      case .failure(let error):
        "\(error.name), \(error.outcome.rawValue)"
          + (error.httpStatus.map { ", HTTP \($0)" } ?? "")
      }
    let what =
      call.market.map { " for \($0)" } ?? call.payment.map { " of payment \($0)" } ?? ""
    return "\(call.request.method.rawValue) \(call.request.url)\(what), attempt \(number): "
      + "\(words), \(time.inMilliseconds)"
  }
}
