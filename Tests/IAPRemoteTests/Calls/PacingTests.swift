import IAPCore
import Testing

@testable import IAPRemote

/// How calls keep to the pace of a batch, and slow it down.
struct PacingTests {
  private let clock = TestClock()

  private func pace(_ rate: Double? = nil) -> RateLimiter {
    let clock = clock.clock
    return RateLimiter(rate: rate, monotonicTime: clock.monotonicTime, sleep: clock.sleep)
  }

  private func consume(
    _ pace: RateLimiter, _ script: [ScriptedTransport.Attempt], retries: Int = 2
  ) async -> [ConsumeAnswer] {
    let service = RemoteService.test(
      .service, ScriptedTransport(script), clock: clock, retries: retries, pace: pace)
    return await service.consume([ConsumeRequest(paymentSeq: "1", accessToken: Secret("t"))])
  }

  private var now: Duration { clock.clock.monotonicTime() }

  @Test func aServerThatAsksForPatienceHoldsEverybodyUp() async {
    let pace = pace()
    // This call is over, and everybody else waits.
    _ = await consume(pace, [.answer(429, retryAfter: "9")], retries: 0)
    let before = now
    #expect(await pace.turn(while: { true }))
    #expect(now - before == .seconds(9))
  }

  @Test func aQueryHoldsNobodyUp() async throws {
    let pace = pace()
    let service = RemoteService.test(
      .service, ScriptedTransport([.answer(429, retryAfter: "5"), .answer(429, retryAfter: "5")]),
      clock: clock, retries: 0, pace: pace)
    _ = try? await service.subscriptions(SubscriptionQuery(user: "u"))
    let before = now
    #expect(await pace.turn(while: { true }))
    #expect(now == before)
  }

  @Test func anAttemptMoreTakesATurnOfItsOwn() async {
    let pace = pace(0.5)
    #expect(await pace.turn(while: { true }))
    let answers = await consume(
      pace, [.failed(.unreachable, isSent: false), .failed(.unreachable, isSent: false), .consumed])
    #expect(answers.map(\.attempts) == [1])
    // Two more turns, two seconds apart, were waited for.
    #expect(now >= .seconds(4))
  }

  @Test func answersMakeItFasterAgain() async {
    let pace = pace()
    pace.slowDown(for: .zero)
    for _ in 0..<60 { _ = await consume(pace, [.consumed]) }
    _ = await pace.turn(while: { true })
    let before = now
    for _ in 0..<10 { _ = await pace.turn(while: { true }) }
    #expect(now == before)
  }
}
