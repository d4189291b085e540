import IAPCore
import IAPFixtures
import JSON
import Testing

@testable import IAPServer

/// Every operation over HTTP returns the same as the store itself.
struct FixtureRoutesTests {
  private func call(_ fixture: RoutesFixture, _ name: String, _ body: String) async throws
    -> Envelope
  {
    try await fixture.post("/fixture/v1/\(name)", body)
  }

  @Test
  func `Products are listed and filtered by market`() async throws {
    let fixture = try RoutesFixture()
    let all = try await fixture.get("/fixture/v1/products")
    #expect(all.result?["products"]?.count == 9)
    #expect(all.result?["isAnswered"] == .flag(true))
    #expect(all.result?["failures"]?.count == 0)
    for name in ["ONESTORE", "TS"] {
      let some = try await fixture.get("/fixture/v1/products", ["market": ["GG", name]])
      #expect(
        some.result?["products"]?.all("productIdentifier") == [
          "coin_500", "vip_month", "starter.pack",
        ])
    }
    #expect(try await fixture.get("/fixture/v1/products", ["market": [""]]).code == 1100)
  }

  @Test
  func `A purchase is completed, interrupted or deferred`() async throws {
    let fixture = try RoutesFixture()
    let done = try await call(
      fixture, "purchase",
      #"{"userID": "bob", "productIdentifier": "gem.550", "payload": "é\u0000", "sandboxPayment": true}"#
    )
    let purchase = done.result?["purchase"]
    #expect(done.result?["outcome"] == "completed")
    #expect(purchase?["payload"] == "é\u{0}")
    #expect(purchase?["sandboxPayment"] == .flag(true))
    #expect(purchase?["price"] != nil && done.result?["paymentSeq"] == .null)
    let broken = try await call(
      fixture, "purchase",
      #"{"userID": "bob", "productIdentifier": "gem.100", "simulation": "interrupted"}"#)
    #expect(broken.result?["outcome"] == "interrupted")
    #expect(broken.result?["purchase"] == .null)
    #expect(broken.result?["paymentSeq"] != .null)
    let kept = try await call(
      fixture, "purchase",
      """
      {"userID": "bob", "productIdentifier": "coin_500", "storeCode": "GG", "storePayment": true,
       "deferred": true}
      """)
    #expect(kept.result?["product"]?["productIdentifier"] == "coin_500")
    let list = try await call(fixture, "deferred", #"{"userID": "bob", "markets": ["GG"]}"#)
    #expect(list.result?["products"]?.all("productIdentifier") == ["coin_500"])
  }

  @Test
  func `A price has its exact digits`() async throws {
    let reply = await (try RoutesFixture()).reply(
      "POST", "/fixture/v1/purchase", #"{"userID": "erin", "productIdentifier": "gem.550"}"#)
    #expect(reply.text?.contains(#""price":4.99,"currency":"USD""#) == true)
  }

  @Test
  func `Each filter of the unconsumed list works`() async throws {
    let fixture = try RoutesFixture()
    func numbers(_ body: String) async throws -> [JSONValue?]? {
      try await call(fixture, "unconsumed", body).result?["purchases"]?.all("paymentSeq")
    }
    #expect(try await numbers(#"{"userID": "alice"}"#)?.count == 2)
    let everything = try await fixture.store.wholeUnconsumed(UnconsumedQuery(owner: .everyone))
    #expect(try await numbers(#"{"allUsers": true}"#)?.count == everything.elements.count)
    #expect(
      try await numbers(#"{"userID": "alice", "markets": ["GG"]}"#) == ["2026011410000001"])
    #expect(
      try await numbers(#"{"userID": "alice", "productIdentifiers": ["gem.100"]}"#)
        == ["2026011210000001"])
    #expect(
      try await numbers(#"{"userID": "alice", "paymentSeqs": ["2026011410000001", "1"]}"#)
        == ["2026011410000001"])
    #expect(
      try await numbers(#"{"allUsers": true, "transactionIdentifier": "1000000000000001"}"#)
        == ["2026011210000001"])
    #expect(try await numbers(#"{"userID": "alice", "olderThan": "2d"}"#) == ["2026011210000001"])
    #expect(try await numbers(#"{"userID": "alice", "limit": 1}"#) == ["2026011210000001"])
    #expect(try await numbers(#"{"userID": "alice", "limit": 0, "cursor": null}"#) == [])
  }

  @Test
  func `A long list is returned in pages`() async throws {
    let fixture = try RoutesFixture(Games.crowd(1200))
    var (seen, pieces, cursor): ([JSONValue?], Int, String?) = ([], 0, nil)
    repeat {
      let rest = cursor.map { #", "cursor": "\#($0)""# } ?? ""
      let answer = try await fixture.post(
        "/fixture/v1/unconsumed", #"{"allUsers": true, "limit": 1100\#(rest)}"#, key: Games.key)
      seen += answer.result?["purchases"]?.all("paymentSeq") ?? []
      cursor = answer.result?["cursor"]?.text
      pieces += 1
    } while cursor != nil
    #expect(seen.count == 1100)
    #expect(Set(seen.map { "\($0 ?? .null)" }).count == 1100)
    #expect(pieces == 3)
  }

  @Test
  func `Payments in any state are listed in pages, with each filter`() async throws {
    let fixture = try RoutesFixture(Games.crowd(1200))
    var (seen, pieces, cursor): (Set<String>, Int, String?) = ([], 0, nil)
    repeat {
      let rest = cursor.map { #""cursor": "\#($0)""# } ?? ""
      let answer = try await fixture.post("/fixture/v1/payments", "{\(rest)}", key: Games.key)
      seen.formUnion(
        answer.result?["payments"]?.all("paymentSeq").map { "\($0 ?? .null)" } ?? [])
      cursor = answer.result?["cursor"]?.text
      pieces += 1
    } while cursor != nil
    #expect(seen.count == 1200 && pieces == 3)
    let game = try RoutesFixture()
    func numbers(_ body: String) async throws -> [JSONValue?]? {
      try await call(game, "payments", body).result?["payments"]?.all("paymentSeq")
    }
    #expect(
      try await numbers(#"{"userIDs": ["alice"], "markets": ["GG"]}"#) == ["2026011410000001"])
    #expect(try await numbers(#"{"states": ["CHARGED"]}"#)?.count == 1)
    #expect(try await numbers(#"{"transactionIdentifier": "1000000000000001"}"#)?.count == 1)
    #expect(try await numbers(#"{"until": "2000-01-01T00:00:00Z"}"#) == [])
    #expect(try await call(game, "payments", #"{"states": ["PAID"]}"#).code == 1100)
    #expect(try await call(game, "payments", #"{"cursor": "x"}"#).message.hasPrefix("cursor: "))
  }

  @Test
  func `A payment is found by its number or its transaction, with state, refusal and events`()
    async throws
  {
    let fixture = try RoutesFixture()
    _ = try await call(fixture, "consume", #"{"paymentSeq": "2026011210000001"}"#)
    for number in ["2026011210000001", "1000000000000001"] {
      let found = try await call(fixture, "payment", #"{"paymentSeq": "\#(number)"}"#)
        .result?["payments"]
      #expect(found?.all("state") == ["SUCCESS"] && found?.all("consumed") == [.flag(true)])
      #expect(found?.all("refusal").first??["serverCode"] == 5018)
      #expect(found?.all("events").first??.all("kind") == ["consumed"])
    }
    #expect(
      try await call(fixture, "payment", #"{"paymentSeq": "404"}"#).result?["payments"]?.count == 0)
    #expect(try await call(fixture, "payment", #"{"paymentSeq": ""}"#).code == 1100)
  }

  @Test
  func `A filter takes at most 10,000 elements`() async throws {
    func body(_ count: Int) -> String {
      let list = (1...count).map { "\"\($0)\"" }.joined(separator: ",")
      return """
        {"allUsers": true, "markets": [\(list)], "paymentSeqs": [\(list)],
         "productIdentifiers": [\(list)]}
        """
    }
    let fixture = try RoutesFixture()
    #expect(try await call(fixture, "unconsumed", body(10_000)).code == 0)
    #expect(
      try await call(fixture, "unconsumed", body(10_001)).message
        == "markets: more than 10000 elements")
  }

  @Test
  func `A payment can be consumed by its number alone, once`() async throws {
    let fixture = try RoutesFixture()
    let body = #"{"paymentSeq": "2026011210000001", "userID": null, "markets": []}"#
    let first = try await call(fixture, "consume", body)
    #expect(first.result?["productSeq"] == 1_000_292)
    let second = try await call(fixture, "consume", body)
    #expect(second.code == 5018)
    #expect(second.message == "words: alreadyConsumed")
    #expect(second.error?["domain"] == "com.nhncloud.iap")
    #expect(second.error?["code"] == 12)
    #expect(second.error?["serverCode"] == 5018)
    #expect(second.error?["outcome"] == "not-applied")
    #expect(second.error?["reason"]?["name"] == "consumedBefore")
    #expect(second.error?["reason"]?["payment"] == "2026011210000001")
  }

  @Test(
    arguments: [
      (#"{"paymentSeq": "2026011210000001", "userID": "bob"}"#, 5000, 7, "paymentOfAnotherUser"),
      (#"{"paymentSeq": "2026011210000001", "accessToken": "x"}"#, 5000, 12, "tokenWrong"),
      (#"{"paymentSeq": "9"}"#, 5000, nil, "paymentUnknown"),
      (
        #"{"paymentSeq": "2026011210000001", "markets": ["GG"]}"#, 5000, nil,
        "paymentInAnotherMarket"
      ),
    ] as [(String, Int64, Int64?, String)])
  func `A refused consume has its code and reason`(
    _ body: String, _ code: Int64, _ number: Int64?, _ reason: String
  ) async throws {
    let answer = try await call(try RoutesFixture(), "consume", body)
    #expect(answer.code == code)
    #expect(answer.error?["code"] == number.map { .integer($0) } ?? .null)
    #expect(answer.error?["reason"]?["name"] == .string(reason))
  }

  @Test
  func `Subscriptions are selected by status`() async throws {
    let fixture = try RoutesFixture()
    func products(_ body: String) async throws -> [JSONValue?]? {
      try await call(fixture, "subscriptions", body).result?["subscriptions"]?
        .all("productIdentifier")
    }
    let active = try await products(#"{"userID": "bob"}"#)
    #expect(active == ["vip.month", "chest.week"])
    #expect(try await products(#"{"userID": "bob", "selection": "active"}"#) == active)
    let all = try await products(#"{"userID": "bob", "selection": "all"}"#) ?? []
    #expect(all.count >= 2)
    let canceled = try await call(
      fixture, "subscriptions",
      #"{"userID": "bob", "selection": "statuses", "statuses": ["CANCELED"]}"#)
    #expect(
      canceled.result?["subscriptions"]?.all("status").allSatisfy { $0 == "CANCELED" } == true)
  }

  @Test
  func `Restore and reprocess complete purchases`() async throws {
    let fixture = try RoutesFixture()
    let restored = try await call(fixture, "restore", #"{"userID": "carol"}"#)
    #expect(restored.result?["purchases"]?.count == 2)
    let completed = try await call(fixture, "reprocess", #"{"userID": "frank"}"#)
    #expect(completed.result?["purchases"]?.count == 1)
    #expect(completed.result?["closed"]?.count == 0)
    #expect(completed.result?["failures"]?.count == 0)
  }

  @Test
  func `A market that is switched off is listed as a failure`() async throws {
    let fixture = try RoutesFixture(Games.switchedOff)
    let answer = try await fixture.post(
      "/fixture/v1/unconsumed", #"{"userID": "u"}"#, key: Games.key)
    #expect(answer.code == 0)
    #expect(answer.result?["isAnswered"] == .flag(false))
    let failure = answer.result?["failures"]?[0]
    #expect(failure?["storeCode"] == "AS")
    #expect(failure?["error"]?["code"] == 2)
    #expect(failure?["error"]?["reason"]?["market"] == "AS")
  }

  @Test(
    arguments: [
      ("purchase", #"{"userID": "dave", "productIdentifier": "gem.100"}"#, 9999, 17),
      ("purchase", #"{"userID": "bob", "productIdentifier": "gem.old"}"#, 1100, 3),
      ("purchase", #"{"userID": "bob", "productIdentifier": "vip.month"}"#, 9999, 5),
      (
        "purchase",
        #"{"userID": "bob", "productIdentifier": "gem.100", "simulation": "cancelled"}"#,
        9999, 9
      ),
    ] as [(String, String, Int64, Int64)])
  func `An error has its code and reason`(
    _ name: String, _ body: String, _ code: Int64, _ number: Int64
  ) async throws {
    let answer = try await call(try RoutesFixture(), name, body)
    #expect(answer.status == 200)
    #expect(answer.code == code)
    #expect(answer.error?["code"] == .integer(number))
    #expect(answer.error?["reason"]?["name"] != nil)
  }

  @Test(arguments: [
    ("purchase", #"{"userID": "bob"}"#, "productIdentifier: missing"),
    ("purchase", #"{"userID": "", "productIdentifier": "gem"}"#, "userID: empty"),
    (
      "purchase", #"{"userID": "b", "productIdentifier": "g", "simulation": "x"}"#,
      "simulation: not one of cancelled, payment-failed, verify-failed, interrupted, not-allowed, "
        + "reserved, pending"
    ),
    ("unconsumed", #"{}"#, "userID: missing"),
    ("unconsumed", #"{"userID": "a", "allUsers": true}"#, "userID: not allowed with allUsers"),
    ("unconsumed", #"{"userID": "a", "limit": -1}"#, "limit: less than 0"),
    (
      "unconsumed", #"{"userID": "a", "limit": 1.5}"#,
      "limit: not a whole number, or too large a one"
    ),
    (
      "unconsumed", #"{"userID": "a", "olderThan": "soon"}"#,
      "olderThan: not a duration, such as 2s"
    ),
    ("unconsumed", #"{"userID": "a", "cursor": "x"}"#, "cursor: not a cursor of this server"),
    ("unconsumed", #"{"userID": "a", "markets": ["AS", 1]}"#, "markets[1]: not a string"),
    ("restore", #"{"user": "b"}"#, "user: unknown key; known are markets, sdk, userID"),
    ("restore", #"{"userID": "a", "userID": "b"}"#, "userID: given twice"),
    ("restore", "[]", "not an object"), ("restore", "null", "not an object"),
  ])
  func `An invalid request is refused with the name of its member`(
    _ name: String, _ body: String, _ message: String
  ) async throws {
    let answer = try await call(try RoutesFixture(), name, body)
    #expect((answer.status, answer.code, answer.message) == (200, 1100, message))
    #expect(answer.error?["domain"] == "com.nhncloud.http")
    #expect(answer.error?["code"] == 103)
  }
}
