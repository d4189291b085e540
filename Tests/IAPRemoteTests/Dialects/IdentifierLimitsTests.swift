import IAPCore
import IAPRemote
import IAPWire
import Testing

/// Names that are too long for any server are refused without a request.
struct IdentifierLimitsTests {
  private let long = Identifier(String(repeating: "1", count: 257))
  private let longest = Identifier(String(repeating: "1", count: 256))

  @Test(
    arguments: WireDialect.allCases
  )
  func `A payment number of more than 256 bytes is refused and not sent`(_ api: WireDialect)
    async throws
  {
    let transport = ScriptedTransport([.consumed])
    let requests = [long, longest].map {
      Payment($0, accessToken: Secret("t"), productSeq: 7)
    }
    let answers = await RemoteService.test(api, transport).consume(requests)
    let error = IAPError.iapctl(.usage, .identifierTooLong(.payment, bytes: 257, limit: 256))
    #expect(answers.first == CallResult(.failure(error), attempts: 0))
    #expect(transport.sent.count == 1)
    #expect(throws: Never.self) { try answers.last?.result.get() }
  }

  @Test
  func `A user ID or product of more than 256 bytes is refused and not sent`() async throws {
    let transport = ScriptedTransport([])
    let service = RemoteService.test(.fixture, transport)
    let refusals = [
      await refusal { try await service.unconsumed(UnconsumedQuery(owner: .user(long))) },
      await refusal { try await service.subscriptions(SubscriptionQuery(user: long)) },
      await refusal { try await service.deferredProducts(of: long, in: []) },
      await refusal { try await service.purchase(PurchaseRequest(product: long, user: "u")) },
      await refusal { try await service.purchase(PurchaseRequest(product: "p", user: long)) },
      await refusal { try await service.restore(long, in: []) },
      await refusal { try await service.reprocess(long, in: []) },
    ]
    #expect(refusals.map { $0?.code } == Array(repeating: .iapctl(.usage), count: 7))
    #expect(transport.sent.isEmpty)
  }
}
