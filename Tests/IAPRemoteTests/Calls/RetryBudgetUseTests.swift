import IAPCore
import IAPRemote
import Testing

/// The number of retries that one service makes.
struct RetryBudgetUseTests {
  @Test
  func `A failing server receives few retries`() async {
    let transport = ScriptedTransport(Array(repeating: .answer(429), count: 100))
    let service = RemoteService.test(.service, transport)
    let requests = (1...6).map { Payment(Identifier("\($0)"), accessToken: Secret("t")) }
    _ = await service.consume(requests)
    // Three calls with three attempts, and three with one attempt: all calls share one budget.
    #expect(transport.sent.count == 12)
  }

  @Test
  func `Queries do not use the retry budget`() async {
    let unsent = ScriptedTransport.Attempt.failed(.unreachable, isSent: false)
    let transport = ScriptedTransport(Array(repeating: unsent, count: 100))
    let service = RemoteService.test(.fixture, transport)
    for _ in 1...5 { _ = await refusal { try await service.products(in: []) } }
    #expect(transport.sent.count == 15)
  }
}
