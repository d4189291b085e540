import IAPCore

/// A request, and how to decode its response.
struct APICall<Body: Sendable>: Sendable {
  /// The market of the request; nil if it is for several markets or none.
  let market: StoreCode?
  let request: HTTPRequest
  /// Secrets in the request, which must not appear in messages.
  let secrets: [Secret]
  /// The payment of a consume, for messages; nil for other calls.
  var payment: Identifier?
  /// The error for a complete envelope with a failure code; nil for the usual
  /// ``ServerCodeMapping``.
  var refusal: (@Sendable (EnvelopeHeader) -> IAPError)?
  /// Decodes the body of a response with status 200.
  let read: @Sendable ([UInt8]) -> DecodedResponse<Body>

  /// The same call with a lower limit for the length of its response, for calls that are sent at the
  /// same time: together they may not take more memory than one.
  func sharingLimit(of count: Int) -> APICall {
    APICall(
      market: market, request: request.limited(to: request.responseLimit / max(1, count)),
      secrets: secrets, payment: payment, refusal: refusal, read: read)
  }

  /// The same call with its decoded response transformed.
  func flatMap<Other>(
    _ transform: @escaping @Sendable (Body) -> DecodedResponse<Other>
  ) -> APICall<Other> {
    APICall<Other>(
      market: market, request: request, secrets: secrets, payment: payment, refusal: refusal
    ) { bytes in read(bytes).flatMap(transform) }
  }
}

/// Executes calls: retries them if that is safe, and determines the final outcome.
struct RequestExecutor: Sendable {
  let transport: any HTTPTransport
  let policy: RetryPolicy
  let environment: CallEnvironment
  /// The shared limits of a batch of consumes; nil outside a batch.
  let limits: BatchLimits?
  /// The server's origin, for messages.
  let origin: String
  /// Receives a line for each attempt, without secrets; nil if no lines are wanted.
  let trace: (@Sendable (String) -> Void)?
  private let budget: RetryBudget

  init(
    transport: any HTTPTransport, policy: RetryPolicy, environment: CallEnvironment,
    limits: BatchLimits?,
    origin: String, trace: (@Sendable (String) -> Void)?
  ) {
    (self.transport, self.policy, self.environment) = (transport, policy, environment)
    (self.limits, self.origin, self.trace) = (limits, origin, trace)
    budget = limits?.retries ?? RetryBudget()
  }

  private var clock: Clock { environment.clock }

  func call<Body: Sendable>(_ call: APICall<Body>) async -> CallResult<Body> {
    if let reason = environment.stopped() { return .notSent(reason) }
    let isConsume = call.payment != nil
    if isConsume { budget.begin() }
    let end = clock.monotonicTime() + policy.limit
    let redactor = Redactor(call.secrets)
    let classifier = classifier(of: call)
    var (isOpen, attempts, number) = (false, 0, 0)
    while true {
      number += 1
      let start = clock.monotonicTime()
      let answer = await self.attempt(call.request, until: end).mapError(redactor.redacted)
      if Self.isSent(answer) { attempts += 1 }
      let attempt = classifier.result(
        of: answer, read: call.read, now: clock.realTime(), most: end - clock.monotonicTime())
      trace?(
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
    // A response proves that the request arrived.
    case .failure(let failure): failure.isSent || failure.response != nil
    }
  }

  private func classifier<Body>(of call: APICall<Body>) -> ResponseClassifier {
    let (payment, isMutating) = (call.payment, call.request.isMutating)
    let refusal =
      call.refusal ?? { header in
        ServerCodeMapping.error(of: header, payment: payment, isMutating: isMutating)
      }
    return ResponseClassifier(
      isMutating: isMutating, isRepeatable: !isMutating || payment != nil, origin: origin,
      stopped: environment.stopped, refusal: refusal)
  }

  private func attempt(
    _ request: HTTPRequest, until end: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    let rest = end - clock.monotonicTime()
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

  private func wait<Body>(for again: AttemptResult<Body>.Again, _ number: Int) -> Duration {
    switch again {
    case .later: policy.backoff(after: number, random: environment.random())
    case .after(let duration): duration
    }
  }

  /// - Returns: false if there is no time for another attempt; else true, after the delay.
  private func waits<Body>(
    _ wait: Duration, _ call: APICall<Body>, until end: Duration
  ) async -> Bool {
    guard await self.wait(until: clock.monotonicTime() + wait, end) else { return false }
    guard let limits, call.payment != nil else { return true }
    return await limits.rate.acquire { await self.wait(until: $0, end) }
      && environment.stopped() == nil && clock.monotonicTime() < end
  }

  /// - Returns: false if the moment is too late, or if a stop was requested.
  private func wait(until moment: Duration, _ end: Duration) async -> Bool {
    guard moment < end, environment.stopped() == nil else { return false }
    await clock.sleep(moment - clock.monotonicTime())
    return environment.stopped() == nil && clock.monotonicTime() < end
  }

  /// Adjusts the rate of the whole batch: slower after 429, faster after 200.
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

  /// The trace line of an attempt.
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

/// A page of a list, and the call for the next page.
struct ResponsePage<Element: Sendable>: Sendable {
  let answer: MarketResults<Element>
  /// Nil at the end.
  let next: (@Sendable () -> APICall<ResponsePage<Element>>)?

  init(
    _ answer: MarketResults<Element>, next: (@Sendable () -> APICall<ResponsePage<Element>>)? = nil
  ) {
    self.answer = answer
    self.next = next
  }
}
