import IAPCore
import IAPRemote
import IAPWire
import Testing

/// The number of retries, the waits between them, and their time limit.
struct RetryingTests: ConsumesOnePayment {
  private static let unsent = ScriptedTransport.Attempt.failed(.unreachable, isSent: false)
  // MARK: Budget

  @Test(arguments: [0, 1, 2, 5])
  func `A call is retried as often as configured`(_ retries: Int) async throws {
    let transport = ScriptedTransport([])
    let service = RemoteService.test(.service, transport, retries: retries)
    #expect(try await consume(service).attempts == 0, "nothing left")
    #expect(transport.sent.count == retries + 1)
  }

  @Test
  func `Each call has its own number of retries`() async throws {
    let transport = ScriptedTransport([])
    let service = RemoteService.test(.service, transport, retries: 1)
    _ = await service.consume(
      ["1", "2"].map { Payment($0, accessToken: Secret("t")) })
    #expect(transport.sent.count == 4)
  }

  @Test(arguments: ["-1", "999999999999", "soon", nil] as [String?])
  func `An unusable Retry-After header is replaced by backoff`(_ header: String?) async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([
      .answer(429, retryAfter: header), .answer(429, retryAfter: header), .consumed,
    ])
    let answer = try await consume(RemoteService.test(.service, transport, clock: clock))
    #expect(answer.attempts == 3)
    #expect(!answer.priorUnknown)
    #expect(zip(clock.waits, [.milliseconds(500), .seconds(1)]).allSatisfy { $0 < $1 })
    #expect(clock.waits.count == 2)
  }

  @Test(arguments: [429, 503])
  func `A usable Retry-After header sets the wait`(_ status: Int) async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([
      .answer(status, retryAfter: "7"),
      .answer(status, retryAfter: "Thu, 01 Jan 2026 00:00:05 GMT"), .consumed,
    ])
    _ = try await consume(RemoteService.test(.service, transport, clock: clock))
    #expect(clock.waits == [.seconds(7), .seconds(5)])
  }

  @Test(arguments: [408, 425, 429, 500, 503])
  func `A query waits as long as the server asks, with any status that can pass`(_ status: Int)
    async throws
  {
    let clock = TestClock()
    let transport = ScriptedTransport([.answer(status, retryAfter: "7"), Self.products])
    _ = try await RemoteService.test(.fixture, transport, clock: clock).products(in: [])
    #expect(clock.waits == [.seconds(7)])
  }

  // MARK: Deadline

  @Test
  func `Waits fit into the time limit for all attempts`() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([
      .answer(429, retryAfter: "20"), .answer(429, retryAfter: "9"),
      .answer(429, retryAfter: "1"), .consumed,
    ])
    let service = RemoteService.test(.service, transport, clock: clock, retries: 100)
    let answer = try await consume(service)
    #expect(clock.waits == [.seconds(20), .seconds(9)], "a second more is too late")
    #expect(try error(answer).httpStatus == 429)
    #expect(answer.attempts == 3)
  }

  @Test
  func `Backoff ends with the time limit for all attempts`() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([])
    let service = RemoteService.test(.service, transport, clock: clock, retries: 100)
    #expect(try error(try await consume(service)).code == .http(.networkNotAvailable))
    // At most 0.5, 1, 2, 4, 8, 16 and 20 seconds, as many as fit.
    #expect((5...20).contains(clock.waits.count))
    #expect(clock.waits.reduce(.zero, +) < .seconds(30))
  }

  // MARK: Stopping

  @Test
  func `A call that is stopped during its wait is not retried`() async throws {
    let clock = TestClock(stopAfterWaits: 1)
    let transport = ScriptedTransport([.answer(503, retryAfter: "1"), .consumed])
    let answer = try await consume(RemoteService.test(.service, transport, clock: clock))
    #expect(transport.sent.count == 1)
    #expect(try error(answer).outcome == .unknown)
  }

  @Test
  func `After a stop nothing is sent`() async throws {
    for api in WireDialect.allCases {
      let transport = ScriptedTransport([])
      let service = RemoteService.test(api, transport, clock: TestClock(stopAfterWaits: 0))
      let request = Payment(
        "1", accessToken: Secret("token"), productSeq: 1)
      let answers = await service.consume([request, request])
      #expect(
        try answers.map { try error($0).code } == Array(repeating: .iapctl(.interrupted), count: 2))
      #expect(answers.map(\.attempts) == [0, 0])
      let list = UnconsumedQuery(owner: .user("u"))
      #expect(
        await refusal {
          try await service.unconsumed(list).whole().failures.first.map { throw $0.error }
        }?
        .code == .iapctl(.interrupted))
      #expect(transport.sent.isEmpty)
    }
  }

  @Test
  func `A cancelled call reports the stop signal`() async throws {
    let transport = ScriptedTransport([.failed(.cancelled, isSent: false)])
    let answer = try await consume(RemoteService.test(.service, transport))
    #expect(try error(answer) == .iapctl(.interrupted, .stopped(signal: 2)))
  }

  // MARK: Batches

  @Test
  func `An error that stops a batch leaves the other payments unsent`() async throws {
    let transport = ScriptedTransport([.answer(503, retryAfter: "0"), .answer(401), .consumed])
    let answers = await RemoteService.test(.service, transport).consume(
      ["1", "2"].map { Payment($0, accessToken: Secret("t")) })
    #expect(transport.sent.count == 2)
    #expect(try answers.map { try error($0).outcome } == [.unknown, .notApplied])
    #expect(try answers.map { try error($0).httpStatus } == [401, 401])
    #expect(answers.map(\.attempts) == [2, 0])
  }

  // MARK: Queries

  @Test(
    arguments: [
      unsent, .failed(.timedOut, isSent: true), .failed(.broken, isSent: true), .answer(500),
      .answer(502), .answer(503), .answer(503, retryAfter: "-1"), .answer(429), .answer(408),
      .failed(.broken, isSent: true, response: HTTPResponse(status: 500)),
    ] as [ScriptedTransport.Attempt])
  func `A query is retried after a temporary failure`(_ attempt: ScriptedTransport.Attempt)
    async throws
  {
    let transport = ScriptedTransport([attempt, attempt, Self.products])
    let answer = try await RemoteService.test(.fixture, transport).products(in: [])
    #expect(answer.isAnswered)
    #expect(transport.sent.count == 3)
  }

  @Test(
    arguments: [
      .answer(400), .answer(401), .answer(403), .answer(404), .answer(301), .answer(200, "<html>"),
      .code(1100), .code(9999), .failed(.insecure, isSent: false),
      .failed(.unavailable, isSent: false), .failed(.tooLarge, isSent: true),
    ] as [ScriptedTransport.Attempt])
  func `A query with a final response is not retried`(_ attempt: ScriptedTransport.Attempt)
    async throws
  {
    let transport = ScriptedTransport([attempt, Self.products])
    let service = RemoteService.test(.fixture, transport)
    let error = try #require(await refusal { try await service.products(in: []) })
    #expect(error.outcome == .notApplied)
    #expect(transport.sent.count == 1)
  }

  // MARK: Other changes

  /// A consume whose outcome is unknown can be repeated safely. A repeated purchase would charge
  /// the user twice.
  @Test(
    arguments: [
      .answer(503, retryAfter: "0"), .answer(503), .answer(500), .answer(204),
      .failed(.timedOut, isSent: true), .failed(.broken, isSent: true),
      .failed(.tooLarge, isSent: true), .answer(200, "<html>"), .code(9999), .code(7777),
    ] as [ScriptedTransport.Attempt])
  func `A purchase, restore or reprocess that may have happened is not retried`(
    _ attempt: ScriptedTransport.Attempt
  ) async throws {
    for change in Change.allCases {
      let transport = ScriptedTransport([attempt, .consumed])
      let error = try #require(await change.refusal(by: .test(.fixture, transport)))
      #expect(error.outcome == .unknown, "\(change)")
      #expect(transport.sent.count == 1, "\(change)")
    }
  }

  @Test(arguments: [unsent, .answer(429)] as [ScriptedTransport.Attempt])
  func `A purchase, restore or reprocess that did not happen is retried`(
    _ attempt: ScriptedTransport.Attempt
  ) async throws {
    for change in Change.allCases {
      let transport = ScriptedTransport([attempt, attempt, attempt])
      let error = try #require(await change.refusal(by: .test(.fixture, transport)))
      #expect(error.outcome == .notApplied, "\(change)")
      #expect(transport.sent.count == 3, "\(change)")
    }
  }

  private enum Change: CaseIterable {
    case purchase, restore, reprocess

    func refusal(by service: RemoteService) async -> IAPError? {
      await IAPRemoteTests.refusal {
        switch self {
        case .purchase: _ = try await service.purchase(PurchaseRequest(product: "p", user: "u"))
        case .restore: _ = try await service.restore("u", in: [])
        case .reprocess: _ = try await service.reprocess("u", in: [])
        }
      }
    }
  }
}
