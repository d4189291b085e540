import Testing

@testable import IAPServer

struct LegacyRoutesTests {
  @Test
  func `The items of the app are listed`() async throws {
    let answer = try await RoutesFixture().get("/standard/item/list/1000047", key: nil)
    let result = try #require(answer.result)
    #expect(result["appUsingStatus"] == "USE")
    #expect(result["marketAppId"] == "com.example.game")
    #expect(result["appSeq"] == "1000047")
    let items = try #require(result["itemList"])
    #expect(items.count == 9)
    #expect(items[0]?["itemSeq"] == 1_000_292)
    #expect(items[0]?["marketItemId"] == "gem.100")
    #expect(items[6]?["marketId"] == "TS", "ONESTORE as the legacy API calls it")
    #expect(items[8]?["usingStatus"] == "STOP")
  }

  @Test(arguments: ["1", "1000048", "x", "-1", "99999999999999999999"])
  func `Another app number is refused`(_ number: String) async throws {
    #expect(try await RoutesFixture().get("/standard/item/list/\(number)", key: nil).code == 1100)
  }

  @Test
  func `The unconsumed payments of all markets are listed`() async throws {
    let answer = try await RoutesFixture().post(
      "/standard/inapp/v1/consumable/list",
      #"{"appSeq": 1000047, "userChannel": "GF", "userKey": "alice"}"#, key: nil)
    #expect(answer.result?.all("paymentSeq") == ["2026011210000001", "2026011410000001"])
    #expect(answer.result?[0]?["itemSeq"] == "1000292")
    #expect(answer.result?[0]?["purchaseToken"] == "sample-token-alice-1")
  }

  @Test(arguments: [
    #"{"appSeq": 1, "userChannel": "GF", "userKey": "alice"}"#,
    #"{"appSeq": "1000048", "userChannel": "GF", "userKey": "alice"}"#,
    #"{"appSeq": "x", "userChannel": "GF", "userKey": "alice"}"#,
    #"{"appSeq": -1000047, "userChannel": "GF", "userKey": "alice"}"#,
    #"{"appSeq": 1000047.5, "userChannel": "GF", "userKey": "alice"}"#,
    #"{"userChannel": "GF", "userKey": "alice"}"#,
    #"{"appSeq": 1000047, "userChannel": "GF"}"#,
  ])
  func `A list request needs all of its members`(_ body: String) async throws {
    let answer = try await RoutesFixture().post(
      "/standard/inapp/v1/consumable/list", body, key: nil)
    #expect(answer.code == 1100)
  }

  /// The bodies are copied from the public guide, including spaces and tabs.
  @Test
  func `The requests of the guide are accepted byte for byte`() async throws {
    let token =
      "5PYSHgisiCU8BditHnDbPhmlS/0DSt4JDs2UMyg1/EY8oC6Q8qkuw5VBo7GNrBYLNUy656GCAh7h9e1BtXeoBA=="
    let fixture = try RoutesFixture(
      """
      {"format": 1, "appKey": "k", "appSeq": 1000272,
       "products": [{"productIdentifier": "gas", "productSeq": 1032032,
         "productType": "CONSUMABLE", "price": 1000, "currency": "KRW"}],
       "purchases": [{"paymentSeq": "2014090210002254", "userID": "tester",
         "productIdentifier": "gas", "accessToken": "\(token)"}]}
      """)
    let list = try await fixture.post(
      "/standard/inapp/v1/consumable/list",
      "{\n  \"appSeq\" : \"1000272\",\n  \"userChannel\" : \"GF\",\n  \"userKey\" : \"tester\"\n}",
      key: nil)
    #expect(list.result?.all("purchaseToken") == [.string(token)])
    let consumed = try await fixture.post(
      "/inapp/v3/consume/2014090210002254/items/1032032",
      "{\n\t\"purchaseToken\":\"\(token)\"\n}", key: nil)
    #expect(consumed.code == 0)
  }

  @Test
  func `A payment can be consumed once`() async throws {
    let fixture = try RoutesFixture()
    let path = "/inapp/v3/consume/2026011210000001/items/1000292"
    let body = #"{"purchaseToken": "sample-token-alice-1"}"#
    let first = await fixture.reply("POST", path, body, key: nil)
    #expect(
      first.text == """
        {"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},\
        "result":{"price":1500,"currency":"KRW"}}
        """)
    #expect(try await fixture.post(path, body, key: nil).code == 5018)
  }

  @Test(
    arguments: [
      ("2026011210000001/items/1000293", "sample-token-alice-1", 1100),
      ("2026011210000001/items/x", "sample-token-alice-1", 1100),
      ("x/items/1000292", "sample-token-alice-1", 1100),
      ("2026011210000001/items/1000292", "wrong", 5000), ("99/items/1000292", "wrong", 5000),
    ] as [(String, String, Int64)])
  func `A wrong payment, product or token is refused`(
    _ path: String, _ token: String, _ code: Int64
  ) async throws {
    let answer = try await RoutesFixture().post(
      "/inapp/v3/consume/\(path)", #"{"purchaseToken": "\#(token)"}"#, key: nil)
    #expect(answer.code == code)
  }
}
