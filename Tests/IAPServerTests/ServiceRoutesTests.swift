import IAPCore
import IAPWire
import JSON
import TestSupport
import Testing

@testable import IAPServer

struct ServiceRoutesTests {
  private let consume = "/v1/service/consume"
  private let payment =
    #"{"paymentSeq": "2026011210000001", "accessToken": "sample-token-alice-1"}"#

  @Test
  func `A payment can be consumed once`() async throws {
    let fixture = try RoutesFixture()
    let first = await fixture.reply("POST", consume, payment)
    #expect(
      first.text == """
        {"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},\
        "result":{"price":1500,"currency":"KRW","productSeq":1000292}}
        """)
    let second = await fixture.reply("POST", consume, payment)
    #expect(
      second.text == """
        {"header":{"isSuccessful":false,"resultCode":5018,"resultMessage":"ALREADY CONSUMED"}}
        """)
  }

  @Test(
    arguments: [
      (#"{"paymentSeq": "2026011210000001", "accessToken": "wrong"}"#, 5000, "CONSUME FAILED"),
      (#"{"paymentSeq": "2026011210000001", "accessToken": ""}"#, 5000, "CONSUME FAILED"),
      (#"{"paymentSeq": "99", "accessToken": "x"}"#, 5000, "CONSUME FAILED"),
      (#"{"paymentSeq": 2026011210000001, "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": -2026011210000001, "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": 2026011210000001.5, "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": 99999999999999999999, "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": "2026011210000001"}"#, 1100, "INVALID PARAMETER"),
      (#"{"accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": "x", "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
      (#"{"paymentSeq": null, "accessToken": "x"}"#, 1100, "INVALID PARAMETER"),
    ] as [(String, Int64, String)])
  func `A wrong payment or token is refused`(_ body: String, _ code: Int64, _ message: String)
    async throws
  {
    let fixture = try RoutesFixture()
    let answer = try await fixture.post(consume, body)
    #expect((answer.status, answer.code, answer.message) == (200, code, message))
    #expect(answer.error == nil)
    #expect(try await fixture.post(consume, payment).code == 0, "it was not consumed")
  }

  @Test
  func `An unconsumed list has the bytes that the codec of a payment writes`() async throws {
    let tokens = [
      #"plain"#, #"a \"quote\" and \\"#, #"line\nbreak\u0007"#, "한국어 é", #"\u202e\u200b"#, "🎮",
    ]
    let purchases = tokens.enumerated().map { index, token in
      let price = ["null", "0", "0.10", "123456789012345678.123456789012", "7", "1500"][index]
      let currency = ["null", #""KRW""#, #""원""#, #""A\"B""#, #""EUR""#, "null"][index]
      return """
        {"paymentSeq": "\(index + 1)", "userID": "u", "productIdentifier": "gem",
         "accessToken": "\(token)", "price": \(price), "currency": \(currency)}
        """
    }
    let fixture = try RoutesFixture(
      """
      {"format": 1, "appKey": "\(RoutesFixture.key)",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(purchases.joined(separator: ", "))]}
      """)
    let reply = await fixture.reply(
      "POST", "/v1/service/consumable",
      #"{"marketId": "AS", "userChannel": "GF", "userKey": "u"}"#)
    let payments = try await fixture.store.wholeUnconsumed(UnconsumedQuery(owner: .user("u")))
      .whole()
    #expect(payments.count == tokens.count)
    var bytes: [UInt8] = []
    JSONCodec<[Purchase]>.list(of: ServiceAPI.payment.codec).append(payments, &bytes)
    #expect(reply.text?.contains(String(decoding: bytes, as: UTF8.self)) == true)
  }

  /// Copied from the public guide of Gamebase, which uses this API.
  @Test
  func `The request of the guide is accepted byte for byte`() async throws {
    let token =
      "90fD1bs1guXwY6aZ7rseEKYW_6gMCISjDASgten4MD6O7XZD7VRjZcs8OTm8lOQVFTegoY4WK78P2WQCMm7cx"
    let fixture = try RoutesFixture(
      """
      {"format": 1, "appKey": "k",
       "products": [{"productIdentifier": "gas", "productType": "CONSUMABLE"}],
       "purchases": [{"paymentSeq": "2019091931571201", "userID": "tester",
         "productIdentifier": "gas", "accessToken": "\(token)"}]}
      """)
    let body =
      "{\n    \"paymentSeq\": \"2019091931571201\",\n    \"accessToken\" : \"\(token)\"\n}"
    #expect(try await fixture.post(consume, body, key: Games.key).code == 0)
  }

  @Test
  func `Unknown members are ignored`() async throws {
    let body = payment.dropLast() + #", "new": {"a": [1, 2]}}"#
    #expect(try await RoutesFixture().post(consume, String(body)).code == 0)
  }

  @Test
  func `The unconsumed payments of a market are listed`() async throws {
    let fixture = try RoutesFixture()
    let reply = await fixture.reply(
      "POST", "/v1/service/consumable",
      #"{"marketId": "GG", "userChannel": "GF", "userKey": "alice"}"#)
    #expect(
      reply.text == """
        {"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},\
        "result":[{"paymentSeq":"2026011410000001","productSeq":1000296,"currency":"JPY",\
        "price":600,"accessToken":"sample-token-alice-2"}]}
        """)
    let nobody = try await fixture.post(
      "/v1/service/consumable", #"{"marketId": "NEW", "userChannel": "GF", "userKey": "alice"}"#)
    #expect(nobody.result?.count == 0)
  }

  @Test
  func `The active subscriptions of a market are listed`() async throws {
    let answer = try await RoutesFixture().post(
      "/v1/service/activeSubscriptionList",
      """
      {"marketId": "AS", "packageName": "com.example.game", "userChannel": "GF",
       "userKey": "bob"}
      """)
    let row = answer.result?[0]
    #expect(answer.result?.all("productId") == ["vip.month", "chest.week"])
    #expect(row?["channel"] == "GF")
    #expect(row?["appId"] == "com.example.game")
    #expect(row?["purchaseTimeMillis"] == 1_767_225_600_000)
    #expect(row?["expiryTimeMillis"] == 1_769_904_000_000)
    #expect(row?["renewTimeMillis"] == row?["purchaseTimeMillis"], "it has not renewed yet")
    #expect(row?["originalPaymentId"] == row?["paymentId"])
  }

  @Test(arguments: [
    ("consumable", #"{"marketId": "AS", "userChannel": "GF"}"#),
    ("consumable", #"{"marketId": "AS", "userChannel": "XX", "userKey": "alice"}"#),
    ("consumable", #"{"marketId": "", "userChannel": "GF", "userKey": "alice"}"#),
    ("consumable", #"{"marketId": "AS", "userChannel": "GF", "userKey": ""}"#),
    ("activeSubscriptionList", #"{"marketId": "AS", "userChannel": "GF", "userKey": "bob"}"#),
    (
      "activeSubscriptionList",
      #"{"marketId": "AS", "packageName": "other", "userChannel": "GF", "userKey": "bob"}"#
    ),
  ])
  func `A list request needs all of its members`(_ name: String, _ body: String) async throws {
    #expect(try await RoutesFixture().post("/v1/service/\(name)", body).code == 1100)
  }

  @Test
  func `A market that is switched off gives an error, not an empty list`() async throws {
    let fixture = try RoutesFixture(Games.switchedOff)
    let body = #"{"marketId": "AS", "packageName": "p", "userChannel": "GF", "userKey": "u"}"#
    for name in ["consumable", "activeSubscriptionList"] {
      let answer = try await fixture.post("/v1/service/\(name)", body, key: Games.key)
      #expect(answer.code == 9999)
      #expect(answer.message == "UNKNOWN ERROR")
    }
  }

  @Test
  func `A long list is returned completely`() async throws {
    let fixture = try RoutesFixture(Games.crowd(1300))
    let answer = try await fixture.post(
      "/v1/service/consumable", #"{"marketId": "AS", "userChannel": "GF", "userKey": "u"}"#,
      key: Games.key)
    #expect(answer.result?.count == 1300)
  }
}

extension Reply {
  var text: String? {
    if case .answer(let answer) = self { String(decoding: answer.body, as: UTF8.self) } else { nil }
  }
}
