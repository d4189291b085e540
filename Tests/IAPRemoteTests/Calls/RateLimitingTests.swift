import IAPCore
import IAPRemote
import Testing

/// How requests keep to the rate of a batch, and when they slow it down.
struct RateLimitingTests {
  private let clock = TestClock()

  private func limiter(_ rate: Double? = nil) -> RateLimiter {
    let clock = clock.clock
    return RateLimiter(rate: rate, monotonicTime: clock.monotonicTime)
  }

  private func acquire(_ limiter: RateLimiter) async -> Bool {
    let clock = clock.clock
    return await limiter.acquire { moment in
      await clock.sleep(moment - clock.monotonicTime())
      return true
    }
  }

  private func consume(
    _ limiter: RateLimiter, _ script: [ScriptedTransport.Attempt], retries: Int = 2
  ) async -> [CallResult<ConsumeReceipt>] {
    let service = RemoteService.test(
      .service, ScriptedTransport(script), clock: clock, retries: retries,
      limits: BatchLimits(rate: limiter))
    return await service.consume([Payment("1", accessToken: Secret("t"))])
  }

  private var now: Duration { clock.clock.monotonicTime() }

  @Test
  func `A Retry-After header delays all later requests`() async {
    let limiter = limiter()
    // This call has ended, but all others must wait.
    _ = await consume(limiter, [.answer(429, retryAfter: "9")], retries: 0)
    let before = now
    #expect(await acquire(limiter))
    #expect(now - before == .seconds(9))
  }

  @Test
  func `A Retry-After header for a query delays all later requests too`() async throws {
    let limiter = limiter()
    let service = RemoteService.test(
      .service, ScriptedTransport([.answer(429, retryAfter: "5"), .answer(429, retryAfter: "5")]),
      clock: clock, retries: 0, limits: BatchLimits(rate: limiter))
    _ = try? await service.subscriptions(SubscriptionQuery(user: "u"))
    let before = now
    #expect(await acquire(limiter))
    #expect(now - before == .seconds(5))
  }

  @Test
  func `After a wait that is too long for a call, nothing may be sent until it is over`() async {
    let limiter = limiter()
    _ = await consume(limiter, [.answer(503, retryAfter: "3600")])
    #expect(await !acquire(limiter))
    #expect(limiter.refusal?.asksToWait == true)
    await clock.clock.sleep(.seconds(3600))
    #expect(limiter.refusal == nil)
    #expect(await acquire(limiter))
  }

  @Test
  func `Each retry counts against the rate limit`() async {
    let limiter = limiter(0.5)
    #expect(await acquire(limiter))
    let answers = await consume(
      limiter,
      [.failed(.unreachable, isSent: false), .failed(.unreachable, isSent: false), .consumed])
    #expect(answers.map(\.attempts) == [1])
    // The call waited for two more requests to be allowed, two seconds apart.
    #expect(now >= .seconds(4))
  }

  @Test
  func `Successful responses restore the rate`() async {
    let limiter = limiter()
    limiter.slowDown(for: .zero)
    for _ in 0..<60 { _ = await consume(limiter, [.consumed]) }
    _ = await acquire(limiter)
    let before = now
    for _ in 0..<10 { _ = await acquire(limiter) }
    #expect(now == before)
  }
}
