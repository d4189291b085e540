import IAPCore
import Testing

@testable import IAPServer

/// Responses that need no operation, and invalid requests.
struct RequestHandlerTests {
  private static let consume = "/v1/service/consume"
  private static let good =
    #"{"paymentSeq": "2026011210000001", "accessToken": "sample-token-alice-1"}"#

  @Test(arguments: [
    "/", "/v1", "/v1/service", "/v1/service/consume/", "//v1/service/consume",
    "/V1/service/consume",
    "/fixture/v1/nothing", "/standard/item/list/", "/openapi.json/", "",
    "/inapp/v3/consume//items/1",
  ])
  func `An unknown path gives HTTP status 404`(_ path: String) async throws {
    for method in ["GET", "POST", "OPTIONS", "BREW"] {
      #expect(await (try RoutesFixture()).reply(method, path).answer?.status == 404)
    }
  }

  @Test
  func `A path without parameters has the routes of its text`() {
    for route in RouteTable.routes where route.path.parameters.isEmpty {
      let found = RouteTable.find(route.path.description).map(\.route)
      #expect(found.allSatisfy { $0.path == route.path })
      #expect(found.filter { $0.method == route.method }.map(\.summary) == [route.summary])
    }
  }

  @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "PATCH", "post", "BREW"])
  func `A wrong method gives result code 2112`(_ method: String) async throws {
    let answer = try #require(await (try RoutesFixture()).reply(method, Self.consume).answer)
    #expect(answer.status == 200)
    #expect(answer.allowed == ["POST", "OPTIONS"])
    #expect(
      answer.text == """
        {"header":{"isSuccessful":false,"resultCode":2112,\
        "resultMessage":"HTTP_REQUEST_METHOD_NOT_SUPPORT"}}
        """)
  }

  @Test
  func `OPTIONS lists the allowed methods`() async throws {
    let fixture = try RoutesFixture()
    let post = try #require(await fixture.reply("OPTIONS", Self.consume).answer)
    #expect((post.status, post.allowed, post.body) == (204, ["POST", "OPTIONS"], []))
    let get = try #require(await fixture.reply("OPTIONS", "/standard/item/list/7").answer)
    #expect(get.allowed == ["GET", "HEAD", "OPTIONS"])
    #expect(await fixture.reply("OPTIONS", "*").answer?.status == 204)
    #expect(await fixture.reply("OPTIONS", "/openapi.json").answer?.status == 204)
  }

  @Test(arguments: [
    nil, "", "text/plain", "application/jsonp", "application/x-www-form-urlencoded",
    "application/json; charset=latin1", "text/json", "json",
  ])
  func `A wrong content type gives result code 2111`(_ type: String?) async throws {
    let fixture = try RoutesFixture()
    let reply = await fixture.reply("POST", Self.consume, Self.good, type: type)
    #expect(
      reply.text == """
        {"header":{"isSuccessful":false,"resultCode":2111,\
        "resultMessage":"HTTP_CONTENT_TYPE_NOT_SUPPORT"}}
        """)
    #expect(try await fixture.post(Self.consume, Self.good).code == 0, "it was not consumed")
  }

  @Test(arguments: [
    "application/json", "Application/JSON", "application/json; charset=utf-8",
    "application/json;charset=\"UTF-8\"", "application/json; version=1",
  ])
  func `JSON content types with parameters are accepted`(_ type: String) async throws {
    let reply = await (try RoutesFixture()).reply("POST", Self.consume, Self.good, type: type)
    #expect(try Envelope(reply, to: Self.consume).code == 0)
  }

  @Test(arguments: [nil, "", "sample-app-key ", "Sample-app-key", "sample-app-ke"])
  func `A wrong app key gives HTTP status 401`(_ key: String?) async throws {
    let fixture = try RoutesFixture()
    for path in [Self.consume, "/fixture/v1/consume"] {
      #expect(try await fixture.post(path, "not even JSON", key: key).status == 401)
    }
    #expect(try await fixture.get("/fixture/v1/products", key: key).status == 401)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{]", "[", "nul", "{\"a\":}", "{\"a\" 1}", "{'a': 1}", "\"", "\"\\u\"",
    "{\"paymentSeq\": \"\\ud800\", \"accessToken\": \"x\"}", "1e999999", "-", "01", "\u{0}",
    "{}x",
    "{\"paymentSeq\": \"1\", \"accessToken\": \"x\",}", "0", "true", "\"text\"",
    String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
    String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000),
    String(repeating: "9", count: 60_000), "\"" + String(repeating: "[", count: 100) + "\"",
    "{\"paymentSeq\": \"1\", \"paymentSeq\": \"2026011210000001\", "
      + "\"accessToken\": \"sample-token-alice-1\"}",
  ])
  func `A body that is not valid JSON gives result code 1100`(_ body: String) async throws {
    let fixture = try RoutesFixture()
    #expect(try await fixture.post(Self.consume, body).code == 1100)
    #expect(try await fixture.post("/fixture/v1/consume", body).error?["code"] == 103)
  }

  @Test
  func `A body that is not UTF-8 gives result code 1100`() async throws {
    let fixture = try RoutesFixture()
    let head = RequestHead(
      method: "POST", path: Self.consume, contentType: RoutesFixture.json, appKey: RoutesFixture.key
    )
    guard case .route(let route, let call) = fixture.handler.match(head) else {
      Issue.record("the route is there")
      return
    }
    for bytes in [[0xFF], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
      let reply = await fixture.handler.reply(
        to: fixture.handler.call(route, call, head, body: bytes).call,
        in: fixture.store
      ).reply
      #expect(try Envelope(reply, to: Self.consume).code == 1100)
    }
    let query = await fixture.reply("GET", "/fixture/v1/products", type: nil, arguments: nil)
    #expect(try Envelope(query, to: "/fixture/v1/products").message == "the query is not UTF-8")
  }

  @Test
  func `Control characters in a response are escaped`() async throws {
    let reply = await (try RoutesFixture()).reply(
      "POST", "/fixture/v1/purchase",
      #"{"userID": "bob", "productIdentifier": "\u001b[2J\u202e"}"#)
    #expect(reply.text?.contains(#""product":"\u001b[2J\u202e""#) == true)
  }

  @Test
  func `An error of the store is reported to the client without local paths`() async throws {
    let fixture = try RoutesFixture()
    let path = fixture.folder.path
    let error = IAPError.iapctl(.storeBusy, .file(path, .lockedByOthers))
    let answer = try #require(
      AnswerForm(.fixture).failure(error) { "\($0.reason)" }.answer)
    #expect(answer.text?.contains(path) == false)
    #expect(answer.text?.contains(#""domain":"iapctl","code":null,"name":"storeBusy""#) == true)
    #expect(answer.trouble == error, "but of whoever runs the server")
  }
}

extension Reply {
  var answer: HTTPAnswer? { if case .answer(let answer) = self { answer } else { nil } }
}

extension HTTPAnswer {
  var text: String? { String(validating: body, as: UTF8.self) }
}
