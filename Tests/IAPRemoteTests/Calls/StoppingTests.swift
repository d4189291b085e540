import IAPCore
import IAPRemote
import TestSupport
import Testing

/// Requests in flight when iapctl is asked to stop.
struct StoppingTests {
  /// Asks to stop as soon as a request is in flight. The response comes after the request is
  /// cancelled, or after there was enough time to cancel it.
  private static func transport(_ clock: TestClock, isGivenUp: Bool) -> AnsweringTransport {
    AnsweringTransport { _ in
      clock.stopAll()
      if isGivenUp { await untilCancelled() }
      for _ in 1...1000 { await Task.yield() }
      return Task.isCancelled ? .failed(.cancelled, isSent: true) : .consumed
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `A stop signal ends a query`() async {
    let clock = TestClock()
    let transport = Self.transport(clock, isGivenUp: true)
    let service = RemoteService.test(.fixture, transport, clock: clock)
    let error = await refusal { try await clock.run { try await service.products(in: []) } }
    #expect(error == .iapctl(.interrupted, .stopped(signal: 2)))
    #expect(transport.sent.count == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func `A stop signal ends the queries of all markets`() async throws {
    let clock = TestClock()
    let service = RemoteService.test(
      .service, Self.transport(clock, isGivenUp: true), clock: clock)
    let list = try await clock.run {
      try await service.unconsumed(UnconsumedQuery(owner: .user("u"))).whole()
    }
    #expect(list.failures.map(\.market) == ["AS", "GG"])
    #expect(list.failures.allSatisfy { $0.error.reason == .stopped(signal: 2) })
  }

  @Test
  func `A stop signal lets a consume in flight finish`() async throws {
    let clock = TestClock()
    let service = RemoteService.test(
      .service, Self.transport(clock, isGivenUp: false), clock: clock)
    let request = Payment("1", accessToken: Secret("t"))
    let answers = try await clock.run { await service.consume([request, request]) }
    #expect(throws: Never.self) { try answers[0].result.get() }
    #expect(answers.map(\.attempts) == [1, 0])
  }

  /// The task that waits for a stop signal ends with the response, even without a signal.
  @Test(.timeLimit(.minutes(5)))
  func `A query returns as soon as its response arrives`() async throws {
    let transport = ScriptedTransport([
      .result(#"{"products": [], "failures": [], "isAnswered": true}"#)
    ])
    #expect(try await RemoteService.test(.fixture, transport).products(in: []).isAnswered)
  }
}
