import IAPCore
import Testing

@testable import IAPRemote

/// Payments that are named by their number alone: their tokens are in their users' lists.
struct TokenLookupTests {
  private static func rows(_ numbers: Int...) -> ScriptedTransport.Attempt {
    let rows = numbers.map { number in
      """
      {"paymentSeq": "\(number)", "productSeq": \(number)0, "currency": "KRW", "price": 1,
       "accessToken": "token-\(number)"}
      """
    }
    return .result("[\(rows.joined(separator: ","))]")
  }

  /// Alice has 1 in the App Store and 2 at Google's; bob's App Store has 3, and Google's fails.
  private static func answer(_ request: HTTPRequest) -> ScriptedTransport.Attempt {
    guard request.url.hasSuffix("/consumable") else { return .consumed }
    let market = request.text.contains("\"GG\"") ? "GG" : "AS"
    return switch (request.text.contains("alice"), market) {
    case (true, "AS"): rows(1)
    case (true, _): rows(2)
    case (false, "AS"): rows(3)
    case (false, _): .answer(403)
    }
  }

  private func consume(
    _ requests: [ConsumeRequest]
  ) async -> (answers: [ConsumeAnswer], sent: [HTTPRequest]) {
    let transport = AnsweringTransport { Self.answer($0) }
    let answers = await RemoteService.test(.service, transport).consume(requests)
    return (answers, transport.sent)
  }

  private func error(_ answer: ConsumeAnswer) -> IAPError? {
    if case .failure(let error) = answer.result { error } else { nil }
  }

  @Test func eachListIsAskedForOnce() async throws {
    let (answers, sent) = await consume(
      ["1", "2", "1"].map { ConsumeRequest(paymentSeq: $0, user: "alice") }
        + [ConsumeRequest(paymentSeq: "3", user: "bob", markets: ["AS"])])
    #expect(answers.allSatisfy { error($0) == nil })
    let lists = sent.filter { $0.url.hasSuffix("/consumable") }
    #expect(lists.count == 3)
    #expect(
      sent.filter { $0.url.hasSuffix("/consume") }.map(\.text)
        == [1, 2, 1, 3].map {
          "{\"paymentSeq\":\"\($0)\",\"accessToken\":\"token-\($0)\"}"
        })
  }

  @Test func aTokenThatIsGivenIsNotLookedUp() async throws {
    let (answers, sent) = await consume([
      ConsumeRequest(paymentSeq: "1", user: "alice", accessToken: Secret("mine"))
    ])
    #expect(answers.allSatisfy { error($0) == nil })
    #expect(sent.map(\.text) == [#"{"paymentSeq":"1","accessToken":"mine"}"#])
  }

  @Test func whatIsInNoListIsNotFound() async throws {
    let (answers, sent) = await consume([ConsumeRequest(paymentSeq: "9", user: "alice")])
    #expect(answers.map(error) == [.iapctl(.paymentNotFound, .paymentUnknown("9"))])
    #expect(answers.map(\.attempts) == [0])
    #expect(sent.allSatisfy { !$0.isMutating })
  }

  /// It may be in the market that did not answer.
  @Test func aMarketThatFailsIsTheErrorOfWhatWasNotFound() async throws {
    let (answers, sent) = await consume(
      ["3", "9"].map { ConsumeRequest(paymentSeq: $0, user: "bob") })
    #expect(error(answers[0]) == nil)
    #expect(error(answers[1])?.httpStatus == 403)
    #expect(error(answers[1])?.outcome == .notApplied)
    #expect(answers[1].attempts == 0)
    #expect(sent.filter(\.isMutating).count == 1)
  }

  @Test func nobodyToAskIsRefused() async throws {
    for api in [RemoteAPI.service, .legacy] {
      let transport = ScriptedTransport([])
      let answers = await RemoteService.test(api, transport).consume([
        ConsumeRequest(paymentSeq: "1")
      ])
      #expect(answers.map { error($0)?.code } == [.iapctl(.usage)])
      #expect(transport.sent.isEmpty)
    }
  }

  @Test func theLegacyListHasTheProductToo() async throws {
    let transport = AnsweringTransport { request in
      guard request.url.hasSuffix("/list") else {
        return .result(#"{"price": 1, "currency": "KRW"}"#)
      }
      return .result(
        """
        [{"paymentSeq": "1", "itemSeq": "77", "currency": "KRW", "price": 1,
          "purchaseToken": "t"}]
        """)
    }
    let service = RemoteService.test(.legacy, transport)
    let answers = await service.consume([ConsumeRequest(paymentSeq: "1", user: "alice")])
    #expect(answers.map(error) == [nil])
    #expect(transport.sent.last?.url == "https://iap.example/inapp/v3/consume/1/items/77")
    // Its list knows no markets.
    let refused = await service.consume([
      ConsumeRequest(paymentSeq: "1", user: "alice", markets: ["AS"])
    ])
    #expect(refused.map { error($0)?.code } == [.iap(.storeNotAvailable)])
  }
}
