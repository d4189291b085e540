import IAPCore
import JSON
import TestSupport
import Testing

@testable import IAPServer

/// `GET /fixture/v1/requests`, with a server.
@Suite(.server)
struct RequestListTests {
  private static func post(_ path: String, _ body: String) -> String {
    HTTPConnection.request("POST", path, body: body, headers: ServedStore.headers)
  }

  /// Sends requests to a server, and returns the lists of requests that it answers to these queries.
  private func lists(
    after requests: [String], of seed: String = Games.crowd(3),
    _ queries: [String] = [""]
  ) async throws -> [JSONValue] {
    let answers = try await ServedStore(seed).run { port in
      for request in requests {
        let client = try HTTPConnection(port: port)
        client.send(request)
        _ = client.answer()
      }
      let client = try HTTPConnection(port: port)
      return queries.map { query in
        client.send(
          HTTPConnection.request(
            "GET", "/fixture/v1/requests\(query)", headers: ServedStore.headers))
        return client.answer()?.body ?? ""
      }
    }
    return try answers.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test
  func `A request for the payment of a token has its user and its payment`() async throws {
    let request = HTTPConnection.request(
      "GET", "/tcgb-inapp/v1.3/apps/fixture-app/payment/transaction?accessToken=t1",
      headers: ["X-Secret-Key": "fixture-secret-key"])
    let list = try await lists(after: [request], ["?operation=payment/transaction&payment=1"])[0]
    let entry = try #require(list["result"]?["requests"]?.elements?.first)
    #expect(entry["operation"] == "payment/transaction")
    #expect(entry["paymentSeq"] == "1" && entry["userID"]?.text != nil)
  }

  @Test
  func `The user of a request of Gamebase is found`() async throws {
    let request = HTTPConnection.request(
      "POST", "/tcgb-inapp/v1.3/apps/fixture-app/consumable", body: #"{"userId": "u"}"#,
      headers: ["X-Secret-Key": "fixture-secret-key", "Content-Type": "application/json"])
    let list = try await lists(after: [request], ["?user=u", "?user=v"])
    #expect(list.map { $0["result"]?["count"] } == [1, 0])
    #expect(list[0]["result"]?["requests"]?.elements?.first?["userID"] == "u")
  }

  @Test
  func `Each request has what was asked, of whom, and what was answered`() async throws {
    let list = try await lists(after: [
      ServedStore.consume(1), ServedStore.consume(1), ServedStore.products,
      Self.post("/fixture/v1/unconsumed", #"{"userID": "u"}"#),
      Self.post("/inapp/v3/consume/2/items/1000001", #"{"purchaseToken": "wrong"}"#),
      Self.post("/fixture/v1/purchase", #"{"userID": "v", "productIdentifier": "gem"}"#),
      Self.post("/fixture/v1/purchase", #"{"userID": "v"}"#),
      HTTPConnection.request("POST", "/v1/service/consume", body: "{}"),
      HTTPConnection.request("GET", "/v1/service/consum"),
      HTTPConnection.request("PATCH", "/fixture/v1/clock"),
      HTTPConnection.request("POST", "/healthz"),
    ])
    let result = try #require(list[0]["result"])
    #expect(result["count"] == 9 && result["dropped"] == 0)
    let lines = try #require(result["requests"]?.elements).map { request in
      ["method", "path", "operation", "userID", "paymentSeq", "status", "code", "fault"].map {
        request[$0]?.text ?? request[$0]?.line ?? "?"
      }.joined(separator: " ")
    }
    #expect(
      lines == [
        "POST /v1/service/consume consume u 1 200 0 null",
        "POST /v1/service/consume consume u 1 200 5018 null",
        "GET /fixture/v1/products products null null 200 0 null",
        "POST /fixture/v1/unconsumed unconsumed u null 200 0 null",
        "POST /inapp/v3/consume/2/items/1000001 consume u 2 200 5000 null",
        "POST /fixture/v1/purchase purchase v 2026011510000001 200 0 null",
        "POST /fixture/v1/purchase purchase null null 200 1100 null",
        "POST /v1/service/consume consume null null 401 9999 null",
        "GET /v1/service/consum null null null 404 9999 null",
      ])
    try RequestList.codec.schema.check(result, isClosed: true)
    let consume = try #require(result["requests"]?.elements?.first)
    #expect(consume["body"]?["paymentSeq"]?.text == "1")
    #expect(consume["body"]?["accessToken"]?.text == "\(Secret(""))")
    #expect(consume["headers"]?["x-nhn-tciap-appkey"]?.text == "\(Secret(""))")
    #expect(consume["headers"]?["content-type"]?.text == "application/json")
    #expect((consume["milliseconds"]?.integer ?? -1) >= 0)
    #expect(!list[0].line.contains("wrong") && !list[0].line.contains("\"t1\""))
  }

  /// The names of the members do not say that they are secret.
  @Test
  func `A key or a token in a wrong place is not in the list`() async throws {
    let list = try await lists(after: [
      Self.post("/fixture/v1/unconsumed", #"{"userID": "t1"}"#),
      Self.post("/fixture/v1/unconsumed", #"{"userID": "x \#(Games.key) x", "a": [["t2"]]}"#),
    ])
    let requests = try #require(list[0]["result"]?["requests"]?.elements)
    let secret = "\(Secret(""))"
    #expect(requests.map { $0["body"]?["userID"]?.text } == [secret, secret])
    #expect(requests[1]["body"]?["a"]?.line == "[[\"\(secret)\"]]")
  }

  @Test
  func `What steers the store is not in the list`() async throws {
    let key = ServedStore.headers
    let list = try await lists(after: [
      HTTPConnection.request("GET", "/healthz"), HTTPConnection.request("GET", "/openapi.json"),
      HTTPConnection.request("OPTIONS", "/v1/service/consume"),
      HTTPConnection.request("GET", "/fixture/v1/log", headers: key),
      HTTPConnection.request("DELETE", "/fixture/v1/faults", headers: key),
      Self.post("/fixture/v1/refund", #"{"paymentSeq": "1"}"#),
      "GET / HTTP/1.1\r\n\r\n",
    ])
    #expect(list[0]["result"]?["requests"] == .array([]))
  }

  @Test
  func `A fault that applied is named, whatever it did`() async throws {
    func fault(_ code: Int, _ more: String = "") -> String {
      let domain = code < 100 ? "com.nhncloud.iap" : "com.nhncloud.http"
      return #"{"on": "consume", "domain": "\#(domain)", "code": \#(code)\#(more)}"#
    }
    let faults = [fault(12), fault(102), fault(101), fault(0, #", "after": true, "delay": "2s""#)]
    let requests = (0...4).map { _ in ServedStore.consume(1) }
    let list = try await lists(after: requests, of: Games.faults(faults.joined(separator: ",")))
    let result = list[0]["result"]?["requests"]
    #expect(result?.all("status") == [200, .null, 500, .null, 200])
    #expect(result?.all("code") == [5000, .null, 9999, .null, 5018])
    let struck = try #require(result?.all("fault"))
    #expect(struck.map { $0?["code"] } == [12, 102, 101, 0, nil])
    #expect(struck[3]?["after"] == .flag(true) && struck[3]?["used"] == 1)
  }

  @Test
  func `They are filtered by operation, user, payment and time`() async throws {
    let requests = [
      ServedStore.consume(1), ServedStore.consume(2), ServedStore.products,
      Self.post("/fixture/v1/unconsumed", #"{"userID": "v"}"#),
    ]
    let lists = try await lists(
      after: requests,
      [
        "?operation=consume", "?user=u", "?user=v", "?payment=2", "?payment=3",
        "?operation=consume&payment=1", "?since=2020-01-01T00:00:00Z",
        "?since=2999-01-01T00:00:00Z",
      ])
    #expect(lists.map { $0["result"]?["count"] } == [2, 2, 1, 1, 0, 1, 4, 0])
  }

  @Test
  func `A wrong filter is named`() async throws {
    let lists = try await lists(
      after: [], ["?operation=eat", "?op=consume", "?since=now", "?user=a&user=b"])
    let messages = lists.map { $0["header"]?["resultMessage"]?.text ?? "" }
    for (message, start) in zip(
      messages,
      [
        "operation: not one of products, ",
        "op: unknown key; known are operation, payment, since, user", "since: not an instant",
        "user: given twice",
      ])
    { #expect(message.hasPrefix(start), "\(message)") }
  }

  @Test
  func `The list is emptied by DELETE and by a reset`() async throws {
    let empty = HTTPConnection.request(
      "DELETE", "/fixture/v1/requests", headers: ServedStore.headers)
    let reset = HTTPConnection.request("POST", "/fixture/v1/reset", headers: ServedStore.headers)
    let query = HTTPConnection.request(
      "GET", "/fixture/v1/requests", headers: ServedStore.headers)
    let bodies = try await ServedStore(Games.crowd(2)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(ServedStore.consume(1) + empty + query + ServedStore.consume(1) + reset + query)
      return (0..<6).map { _ in client.answer()?.body ?? "" }
    }
    #expect(bodies[1].hasSuffix(#""result":{"count":1}}"#))
    for index in [2, 5] {
      #expect(bodies[index].hasSuffix(#""result":{"count":0,"dropped":0,"requests":[]}}"#))
    }
  }

  /// A test looks while the client of the game waits.
  @Test
  func `A request that waits for its answer has no status yet`() async throws {
    let gate = Gate()
    let faults = #"{"on": "consume", "code": 12, "delay": "2s"}"#
    let served = try ServedStore(Games.faults(faults)) { await gate.wait(for: $0) }
    let bodies = try await served.run { port in
      let waiting = try HTTPConnection(port: port)
      waiting.send(ServedStore.consume(1))
      let client = try HTTPConnection(port: port)
      let query = HTTPConnection.request(
        "GET", "/fixture/v1/requests?payment=1", headers: ServedStore.headers)
      var before = ""
      while !before.contains(#""count":1"#) {
        client.send(query)
        before = try #require(client.answer()?.body)
      }
      gate.open()
      _ = waiting.answer()
      client.send(query)
      return (before, client.answer()?.body ?? "")
    }
    #expect(bodies.0.contains(#""status":null,"code":null,"fault":{"on":"consume""#))
    #expect(bodies.1.contains(#""status":200,"code":5000,"fault":{"on":"consume""#))
  }
}
