import IAPCore
import IAPRemote
import IAPWire
import TestSupport
import Testing

/// Texts of answers, which are printed and stored in the journal.
struct AnswerTextsTests {
  private static let yes = #""isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS""#

  private func receipt(_ currency: String, _ api: WireDialect) async throws -> ConsumeReceipt {
    let result = #"{"price": 1, "currency": "\#(currency)", "productSeq": 7, "marketId": "GG"}"#
    let transport = ScriptedTransport([
      .answer(200, #"{"header": {\#(Self.yes)}, "result": \#(result)}"#)
    ])
    let service = RemoteService.test(api, transport)
    let request = Payment(
      "5", accessToken: Secret("token-1234567"), productSeq: 7)
    return try await service.consume([request])[0].result.get()
  }

  @Test(arguments: WireDialect.allCases)
  func `The currency of a receipt has no token in it`(_ api: WireDialect) async throws {
    #expect(try await receipt("KRW", api).currency == "KRW")
    #expect(try await receipt("token-1234567", api).currency == "(secret)")
    #expect(try await receipt("a token-1234567 b", api).currency == "a (secret) b")
  }

  @Test(arguments: WireDialect.allCases)
  func `The currency of a receipt is short`(_ api: WireDialect) async throws {
    let long = try await receipt(String(repeating: "원", count: 300_000), api).currency
    #expect(long == String(repeating: "원", count: 5) + "…")
  }

  @Test
  func `A list has no app key in its texts, and keeps its tokens and numbers`() async throws {
    let key = "12345678"
    let row =
      #"{"paymentSeq": "12345678", "currency": "x\#(key)y", "accessToken": "\#(key)", "price": 1}"#
    let transport = ScriptedTransport([
      .answer(200, #"{"header": {\#(Self.yes)}, "result": [\#(row)]}"#)
    ])
    var access = RemoteAccess.withoutAppSeq
    access.credential = Secret(key)
    let service = RemoteService.test(.service, transport, access: access)
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = ["AS"]
    let found = try await service.unconsumed(query).whole().elements
    #expect(found.map(\.currency) == ["x(secret)y"])
    #expect(found.map(\.paymentSeq) == ["12345678"])
    #expect(found.map(\.accessToken) == [Secret(key)])
  }

  @Test
  func `The app key is removed from a response to a request that does not have it`() async throws {
    let header = #"{"isSuccessful": false, "resultCode": 1, "resultMessage": "of my-app-key"}"#
    let transport = ScriptedTransport([.answer(200, #"{"header": \#(header)}"#)])
    var access = RemoteAccess.test
    access.credential = Secret("my-app-key")
    let service = RemoteService.test(.legacy, transport, access: access)
    let error = await refusal { try await service.products(in: []) }
    #expect(error?.reason == .serverSaid(code: 1, message: "of (secret)"))
    #expect(transport.sent.first?.headers.contains { "\($0)".contains("AppKey") } == false)
  }

  @Test
  func `The answers of several markets share one limit`() async throws {
    let empty = #"{"header": {\#(Self.yes)}, "result": []}"#
    let transport = ScriptedTransport(Array(repeating: .answer(200, empty), count: 5))
    let service = RemoteService.test(.service, transport, access: .withoutAppSeq)
    for markets: [StoreCode] in [["AS"], ["AS", "GG", "ONESTORE", "AMAZON"]] {
      var query = UnconsumedQuery(owner: .user("u"))
      query.markets = markets
      _ = try await service.unconsumed(query).whole()
    }
    let limits = transport.sent.map(\.responseLimit)
    #expect(limits == [64 << 20] + Array(repeating: 16 << 20, count: 4))
  }
}
