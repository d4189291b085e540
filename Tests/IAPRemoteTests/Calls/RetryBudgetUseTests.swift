import IAPCore
import Testing

@testable import IAPRemote

/// How many consumes of a batch are tried again.
struct RetryBudgetTests {
  /// One in ten of all that there are, as soon as that is known.
  @Test func aLongBatchMayTryMoreAgain() {
    let budget = RetryBudget()
    budget.expect(300)
    for _ in 0..<8 { budget.begin() }
    #expect((1...8).allSatisfy { _ in budget.allowsRetry(isFirst: true) })
  }

  @Test func threeMayBeTriedAgainHoweverFewThereAre() {
    let budget = RetryBudget()
    let allowed = (1...5).map { _ in
      budget.begin()
      return budget.allowsRetry(isFirst: true)
    }
    #expect(allowed == [true, true, true, false, false])
    #expect(!budget.allowsRetry(isFirst: false), "nor a second time")
  }

  @Test func oneInTenMayBeTriedAgain() {
    let budget = RetryBudget()
    for _ in 1...40 { budget.begin() }
    #expect(
      (1...5).map { _ in budget.allowsRetry(isFirst: true) } == [
        true, true, true, true, false,
      ])
    for _ in 1...10 { budget.begin() }
    #expect(budget.allowsRetry(isFirst: false), "five of fifty")
  }

  @Test func aSecondRetryOfOneCallCountsOnce() {
    let budget = RetryBudget()
    budget.begin()
    #expect(budget.allowsRetry(isFirst: true))
    #expect((1...9).allSatisfy { _ in budget.allowsRetry(isFirst: false) })
  }

  @Test func aServerInTroubleIsLeftAlone() async {
    let transport = ScriptedTransport(Array(repeating: .answer(429), count: 100))
    let service = RemoteService.test(.service, transport)
    for _ in 1...3 {
      let requests = (1...2).map {
        ConsumeRequest(paymentSeq: Identifier("\($0)"), accessToken: Secret("t"))
      }
      _ = await service.consume(requests)
    }
    // Three calls with three attempts, and three with one: the budget is that of the service.
    #expect(transport.sent.count == 12)
  }

  @Test func queriesTakeNothingFromIt() async {
    let unsent = ScriptedTransport.Attempt.failed(.unreachable, isSent: false)
    let transport = ScriptedTransport(Array(repeating: unsent, count: 100))
    let service = RemoteService.test(.fixture, transport)
    for _ in 1...5 { _ = await refusal { try await service.products(in: []) } }
    #expect(transport.sent.count == 15)
  }
}
