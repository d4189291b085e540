import IAPCore
import IAPFixtures
import JSON
import Testing

@testable import IAPServer

/// The routes of the dialect `gamebase`, as a game server calls them.
struct GamebaseRoutesTests {
  private static let base = "/tcgb-inapp/v1.3/apps/fixture-app"

  private func answer(
    _ path: String, _ body: String, key: String? = "fixture-secret-key", method: String = "POST",
    app: String = GamebaseRoutesTests.base, type: String? = RoutesFixture.json,
    arguments: [String: [String]] = [:], number: String? = nil, _ fixture: RoutesFixture
  ) async throws -> JSONValue {
    let reply = await fixture.reply(
      method, app + path, body, key: nil, type: type, arguments: arguments, secretKey: key,
      callNumber: number)
    guard case .answer(let answer) = reply else { throw IAPError.iapctl(.bug, .bug("\(reply)")) }
    #expect(answer.status == 200)
    return try JSONValue(parsing: answer.body)
  }

  private func code(_ answer: JSONValue) -> Int? {
    answer["header"]?["resultCode"]?.integer.map { Int($0) }
  }

  @Test(arguments: [
    (#"{"userId": "alice"}"#, 0), (#"{"userId": "alice", "marketIds": null}"#, 0),
    (#"{"userId": "alice", "marketId": "GG"}"#, 0), (#"{"userId": 1}"#, 1100),
    ("{}", 1100), (#"{"userId": "alice", "userKey": "alice"}"#, -4_000_003), ("{", -4_150_001),
  ])
  func `A request that is not as documented has its code`(_ body: String, _ expected: Int)
    async throws
  {
    let fixture = try RoutesFixture()
    #expect(code(try await answer("/consumable", body, fixture)) == expected)
  }

  @Test
  func `A wrong key, app, content type or method has its code, with HTTP 200`() async throws {
    let fixture = try RoutesFixture()
    let body = #"{"userId": "alice"}"#
    for key in ["wrong", nil] {
      #expect(code(try await answer("/consumable", body, key: key, fixture)) == -4_010_004)
    }
    let other = "/tcgb-inapp/v1.3/apps/other"
    #expect(code(try await answer("/consumable", body, app: other, fixture)) == -4_010_001)
    #expect(code(try await answer("/consumable", body, type: "text/xml", fixture)) == -4_060_001)
    #expect(code(try await answer("/consumable", body, method: "GET", fixture)) == -4_060_003)
  }

  @Test(arguments: ["/cancel", "/consumables"])
  func `A call that the API does not have has its code, and says so`(_ path: String) async throws {
    let said = try await answer(path, "{}", try RoutesFixture())
    #expect(code(said) == -4_040_202)
    #expect(said["header"]?["resultMessage"] == .string("no such API or version"))
  }

  @Test
  func `The number of the call comes back in the header and in the body`() async throws {
    let fixture = try RoutesFixture()
    for (key, expected) in [("fixture-secret-key", 0), ("wrong", -4_010_004)] {
      let reply = await fixture.reply(
        "POST", Self.base + "/consumable", #"{"userId": "alice"}"#, secretKey: key,
        callNumber: "12\"3")
      guard case .answer(let answer) = reply else { throw IAPError.iapctl(.bug, .bug("")) }
      let body = try JSONValue(parsing: answer.body)
      #expect(body["header"]?["transactionId"] == .string("12\"3"))
      #expect(code(body) == expected)
      #expect(
        String(decoding: answer.wholeResponse, as: UTF8.self).contains(
          "X-TCGB-Transaction-Id: 12\"3"))
    }
  }

  @Test
  func `A number with control characters does not come back`() async throws {
    let answer = try await answer(
      "/consumable", #"{"userId": "alice"}"#, number: "1\r\nX-Other: 2", RoutesFixture())
    #expect(code(answer) == 0 && answer["header"]?["transactionId"]?.text == nil)
  }

  @Test
  func `The Amazon Appstore is listed only if it is named`() async throws {
    let fixture = try RoutesFixture(
      """
      {"format": 1, "appKey": "k", "secretKey": "fixture-secret-key", "appId": "fixture-app",
       "products": [
         {"productIdentifier": "gem", "productType": "CONSUMABLE", "price": 1, "currency": "USD"},
         {"productIdentifier": "gem", "productType": "CONSUMABLE", "price": 1, "currency": "USD",
          "storeCode": "AMAZON"}],
       "purchases": [
         {"userID": "alice", "productIdentifier": "gem", "paymentSeq": "1"},
         {"userID": "alice", "productIdentifier": "gem", "paymentSeq": "2", "storeCode": "AMAZON"}]}
      """)
    for (markets, numbers) in [("[]", ["1"]), ("null", ["1"]), (#"["AS", "AMAZON"]"#, ["1", "2"])] {
      let answer = try await answer(
        "/consumable", #"{"userId": "alice", "marketIds": \#(markets)}"#, fixture)
      let found = answer["result"]?.elements?.compactMap { $0["paymentSeq"]?.text }
      #expect(found == numbers, "\(markets)")
    }
  }

  @Test
  func `A call without a number gets one of the server's`() async throws {
    let fixture = try RoutesFixture()
    var numbers: Set<String> = []
    for _ in 0..<2 {
      let body = try await answer("/consumable", #"{"userId": "alice"}"#, fixture)
      numbers.insert(try #require(body["header"]?["transactionId"]?.text))
    }
    #expect(numbers.count == 2)
  }

  @Test
  func `The payment of a token can be asked for in vain`() async throws {
    let fixture = try RoutesFixture()
    let token = ["accessToken": ["sample-token-alice-1"]]
    func transaction() async throws -> JSONValue {
      try await answer(
        "/payment/transaction", "", method: "GET", type: nil, arguments: token, fixture)
    }
    let number = try #require(try await transaction()["result"]?["paymentSeq"]?.text)
    for (payment, expected) in [("1", [0, 0]), (number, [9999, 0])] {
      try await fixture.store.change { session in
        try session.insert(
          try PlannedFault(on: .transaction, .serverCode(9999), payment: Identifier(payment)))
      }
      let codes = [code(try await transaction()), code(try await transaction())]
      #expect(codes == expected)
    }
  }

  @Test
  func `A payment of a token can be consumed until it is`() async throws {
    let fixture = try RoutesFixture()
    let token = ["accessToken": ["sample-token-alice-1"]]
    func transaction() async throws -> JSONValue? {
      try await answer(
        "/payment/transaction", "", method: "GET", type: nil, arguments: token, fixture)["result"]
    }
    let before = try #require(try await transaction())
    #expect(before["isConsumable"] == .flag(true) && before["userId"] == "alice")
    let number = try #require(before["paymentSeq"]?.text)
    let consume = #"{"paymentSeq": "\#(number)", "accessToken": "sample-token-alice-1"}"#
    let receipt = try await answer("/consume", consume, fixture)
    #expect(code(receipt) == 0)
    #expect(receipt["result"]?["marketId"] == before["marketId"])
    #expect(receipt["result"]?["gamebaseProductId"] == before["gamebaseProductId"])
    #expect(try await transaction()?["isConsumable"] == .flag(false))
    #expect(code(try await answer("/consume", consume, fixture)) == 5018)
    let unknown = try await answer(
      "/payment/transaction", "", method: "GET", type: nil,
      arguments: ["accessToken": ["nobody's"]], fixture)
    #expect(code(unknown) == 1100)
  }

  @Test
  func `The subscriptions of payments need their tokens`() async throws {
    let fixture = try RoutesFixture()
    let listed = try await answer(
      "/active-subscriptions", #"{"userId": "bob", "packageName": "com.example.game"}"#, fixture)
    let row = try #require(listed["result"]?[0])
    let (number, token) = (row["paymentSeq"]?.text ?? "", row["accessToken"]?.text ?? "")
    func status(_ token: String) async throws -> JSONValue {
      try await answer(
        "/subscriptions/status",
        #"{"payments": [{"paymentSeq": "\#(number)", "accessToken": "\#(token)"}]}"#, fixture)
    }
    #expect(try await status(token)["result"]?[0]?["paymentSeq"] == .string(number))
    #expect(code(try await status("wrong")) == 1100)
  }
}
