import IAPCore
import IAPRemote
import IAPWire
import Synchronization
import Testing

/// What is sent while a server asks to wait: nothing, by any call.
struct ServerPauseTests: ConsumesOnePayment {
  @Test(arguments: ["30", "60", "3600", "Thu, 01 Jan 2026 01:00:00 GMT"])
  func `A wait beyond the time limit ends the call at once, and every later one is not sent`(
    _ header: String
  ) async throws {
    for api in WireDialect.allCases {
      for status in [429, 503] {
        let clock = TestClock()
        let transport = ScriptedTransport([.answer(status, retryAfter: header)])
        let service = RemoteService.test(api, transport, clock: clock, access: .withoutAppSeq)
        let requests = ["1", "2"].map {
          Payment($0, accessToken: Secret("token"), productSeq: 7)
        }
        let answers = await service.consume(requests)
        #expect(answers.map(\.attempts) == [1, 0])
        for answer in answers { #expect(try error(answer).asksToWait) }
        for answer in answers.dropFirst() { #expect(try error(answer).outcome == .notApplied) }
        #expect(clock.waits.isEmpty)
        guard api != .legacy else { continue }
        let list = UnconsumedQuery(owner: .user("u"))
        let failure = await refusal {
          try await service.unconsumed(list).whole().failures.first.map { throw $0.error }
        }
        #expect(failure?.asksToWait == true && failure?.httpStatus == status)
        #expect(transport.sent.count == 1)
      }
    }
  }

  @Test
  func `The message of a wait that is too long has the time of the server`() async throws {
    let transport = ScriptedTransport([.answer(429, retryAfter: "3600")])
    let answer = try await consume(RemoteService.test(.service, transport))
    #expect(
      try error(answer).reason
        == .server(
          "https://iap.example",
          .asksToWait(until: Instant(1_767_225_600_000 + 3_600_000), status: 429)))
  }

  @Test
  func `After a wait that is too long, calls are sent again as soon as it is over`() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([.answer(429, retryAfter: "3600"), .consumed])
    let service = RemoteService.test(.service, transport, clock: clock)
    _ = try await consume(service)
    await clock.clock.sleep(.seconds(3600))
    let answer = try await consume(service)
    #expect(throws: Never.self) { try answer.result.get() }
    #expect(transport.sent.count == 2)
  }

  @Test
  func `A query asks nothing before the time that an answer to another call gave`() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([.answer(503, retryAfter: "9"), Self.products])
    let service = RemoteService.test(.fixture, transport, clock: clock, retries: 0)
    _ = try await consume(service)
    _ = try await service.products(in: [])
    #expect(clock.waits == [.seconds(9)])
  }

  @Test
  func `A call between two attempts waits longer if the answer to another call asks for it`()
    async throws
  {
    let clock = TestClock()
    let transport = ScriptedTransport([
      .answer(500), .answer(503, retryAfter: "9"), Self.products,
    ])
    // The other call is made during the first wait.
    let other = Mutex<RemoteService?>(nil)
    var environment = clock.environment
    environment.clock.sleep = { wait in
      await clock.clock.sleep(wait)
      let service = other.withLock { $0.take() }
      _ = try? await service?.purchase(PurchaseRequest(product: "p", user: "u"))
    }
    let service = RemoteService(
      .fixture, .test, transport: transport,
      policy: RetryPolicy(retries: 1, limit: .seconds(30)), environment: environment,
      trace: { _ in }, notice: { _ in })
    other.withLock { $0 = service }
    _ = try await service.products(in: [])
    #expect(clock.waits == [.milliseconds(500), .seconds(9)])
  }

  @Test
  func `After a user whose list asks to wait for too long, no other user's list is asked`()
    async throws
  {
    let users = (1...40).map { Identifier("u\($0)") }
    for (api, requests) in [(WireDialect.service, 2), (.gamebase, 1)] {
      let transport = AnsweringTransport { _ in .answer(429, retryAfter: "3600") }
      let service = RemoteService.test(api, transport, access: .withoutAppSeq)
      let failure = await refusal {
        _ = try await service.unconsumed(UnconsumedQuery(owner: .users(users))).whole()
      }
      #expect(failure?.asksToWait == true, "\(api)")
      #expect(transport.sent.count <= requests, "\(api)")
    }
  }
}
