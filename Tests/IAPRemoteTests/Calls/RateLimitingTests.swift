import IAPCore
import IAPRemote
import Testing

/// How requests keep to the rate of a batch, and when they slow it down.
struct RateLimitingTests {
  private let clock = TestClock()

  private func consume(
    _ count: Int, _ script: [ScriptedTransport.Attempt], rate: Double? = nil, retries: Int = 2
  ) async -> [CallResult<ConsumeReceipt>] {
    let service = RemoteService.test(
      .service, ScriptedTransport(script), clock: clock, retries: retries)
    return await service.consume(
      (1...count).map { Payment(Identifier("\($0)"), accessToken: Secret("t")) }, rate: rate)
  }

  @Test
  func `A Retry-After header delays all later requests`() async {
    let answers = await consume(2, [.answer(429, retryAfter: "9"), .consumed], retries: 0)
    #expect(answers.map(\.attempts) == [1, 1])
    #expect(clock.waits == [.seconds(9)])
  }

  @Test
  func `A Retry-After header for a query is told to those who want to know`() async throws {
    let pauses = ServerPauses()
    var environment = clock.environment
    environment.paused = { pauses.add($0, at: $1) }
    let service = RemoteService(
      .service, .test,
      transport: ScriptedTransport([
        .answer(429, retryAfter: "5"), .answer(429, retryAfter: "5"),
      ]), policy: RetryPolicy(retries: 0, limit: .seconds(30)), environment: environment,
      trace: nil, notice: { _ in })
    _ = try? await service.subscriptions(SubscriptionQuery(user: "u"))
    #expect(pauses.take().map(\.0.time) == [.seconds(5), .seconds(5)])
    #expect(pauses.take().isEmpty)
  }

  @Test
  func `Each retry counts against the rate`() async {
    let answers = await consume(
      1, [.failed(.unreachable, isSent: false), .failed(.unreachable, isSent: false), .consumed],
      rate: 0.5)
    #expect(answers.map(\.attempts) == [1])
    // The call waited for two more requests to be allowed, two seconds apart.
    #expect(clock.waits.reduce(.zero, +) >= .seconds(3.9))
  }

  @Test
  func `Successful responses restore the rate`() async {
    let script: [ScriptedTransport.Attempt] =
      [.answer(429)] + Array(repeating: .consumed, count: 30)
    _ = await consume(30, script, retries: 0)
    let waits = clock.waits
    #expect(!waits.isEmpty && waits.count < 10)
    #expect(zip(waits.dropFirst(), waits.dropFirst(2)).allSatisfy { $0 >= $1 })
  }
}
