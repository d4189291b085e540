import IAPCore
import IAPRemote
import Synchronization
import Testing

/// A query for several markets in a dialect with one market a request.
struct MarketsTests {
  private static let row = """
    {"paymentSeq": "1", "productSeq": 1, "currency": "KRW", "price": 1, "accessToken": "t"}
    """

  @Test
  func `A market that fails is named; the others are listed`() async throws {
    let transport = AnsweringTransport { request in
      request.text.contains("\"GG\"") ? .answer(404) : .result("[\(Self.row)]")
    }
    let service = RemoteService.test(.service, transport)
    let list = try await service.unconsumed(UnconsumedQuery(owner: .user("u"))).whole()
    #expect(list.elements.map(\.storeCode) == ["AS"])
    #expect(list.failures.map(\.market) == ["GG"])
    #expect(list.failures.map(\.error.httpStatus) == [404])
    #expect(list.failures.map(\.error.subject.storeCode) == ["GG"])
    #expect(list.isAnswered)
    let subscriptions = try await service.subscriptions(SubscriptionQuery(user: "u"))
    #expect(subscriptions.failures.map(\.market) == ["GG"])
    #expect(subscriptions.isAnswered)
  }

  @Test
  func `If every market fails, the list is not answered`() async throws {
    let transport = AnsweringTransport { _ in .answer(401) }
    let service = RemoteService.test(.service, transport)
    let list = try await service.unconsumed(UnconsumedQuery(owner: .user("u"))).whole()
    #expect(list.failures.map(\.market) == ["AS", "GG"])
    #expect(!list.isAnswered)
    #expect(try await service.subscriptions(SubscriptionQuery(user: "u")).isAnswered == false)
  }

  /// No response is sent before all markets were requested.
  @Test(.timeLimit(.minutes(5)))
  func `All markets are requested at the same time`() async throws {
    let gate = Gate(count: 3)
    let transport = AnsweringTransport { request in
      await gate.enter()
      return .result(request.text.contains("\"GG\"") ? "[]" : "[\(Self.row)]")
    }
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = ["AS", "GG", "ONESTORE"]
    let list = try await RemoteService.test(.service, transport, access: .withoutAppSeq)
      .unconsumed(query).whole()
    #expect(list.elements.map(\.storeCode) == ["AS", "ONESTORE"], "in the order of the question")
  }

  /// Blocks its callers until a number of them have arrived.
  private final class Gate: Sendable {
    private let state: Mutex<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(count: Int) { state = Mutex((count, [])) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let free = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          state.missing -= 1
          state.waiting.append(continuation)
          return state.missing > 0 ? [] : state.waiting
        }
        for waiter in free { waiter.resume() }
      }
    }
  }
}
