import IAPCore
import IAPFixtures
import JSON
import SQLite
import Synchronization
import System
import TestSupport
import Testing

@testable import IAPServer

/// The routes by which a test steers the store of a server.
@Suite(.server)
struct SteeringRoutesTests {
  private static let start = "2026-01-15T09:00:00.000Z"

  private func fixture(clock: String = "\"\(start)\"") throws -> RoutesFixture {
    try RoutesFixture(
      """
      {"format": 1, "appKey": "\(RoutesFixture.key)", "clock": \(clock),
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}]}
      """)
  }

  private func call(_ fixture: RoutesFixture, _ name: String, _ body: String) async throws
    -> Envelope
  {
    try await fixture.post("/fixture/v1/\(name)", body)
  }

  private func dump(_ store: FixtureStore) async throws -> [UInt8] {
    let bytes = Mutex<[UInt8]>([])
    try await store.dump(withLog: true) { piece in bytes.withLock { $0 += piece } }
    return bytes.withLock(\.self)
  }

  private func payments(_ fixture: RoutesFixture) async throws -> [JSONValue?] {
    let list = try await call(fixture, "unconsumed", #"{"allUsers": true}"#)
    return list.result?["purchases"]?.all("paymentSeq") ?? []
  }

  @Test
  func `A seed is added as a whole or not at all, and an error names its place`() async throws {
    let fixture = try fixture()
    let good = #"{"paymentSeq": "1", "userID": "u", "productIdentifier": "gem"}"#
    let added = try await call(fixture, "seed", #"{"format": 1, "purchases": [\#(good)]}"#)
    #expect(
      added.result?.line == """
        {"markets":0,"products":0,"users":0,"purchases":1,"transactions":0,"deferred":0,"faults":0,\
        "events":0}
        """)
    let again = try await call(fixture, "seed", #"{"format": 1, "purchases": [\#(good)]}"#)
    #expect(again.result?["purchases"] == 0, "the store has it already")
    for (bad, place, status) in [
      (#"{"userID": "u", "productIdentifier": "gem", "price": "x"}"#, "purchases[1].price: ", 400),
      (#"{"userID": "u", "productIdentifier": "no"}"#, "purchases[1].productIdentifier: ", 409),
      (#"{"paymentSeq": "1", "userID": "v", "productIdentifier": "gem"}"#, "purchases[1].", 409),
    ] {
      let other = #"{"paymentSeq": "2", "userID": "u", "productIdentifier": "gem"}"#
      let refused = try await call(
        fixture, "seed", #"{"format": 1, "purchases": [\#(other), \#(bad)]}"#)
      #expect((refused.status, refused.code) == (status, 1100))
      #expect(refused.message.hasPrefix(place), "\(refused.message)")
    }
    #expect(try await payments(fixture) == ["1"])
    #expect(try await call(fixture, "seed", "[]").code == 1100)
    #expect(try await call(fixture, "seed", "").code == 1100)
  }

  @Test
  func `The clock is set or advanced, and never moved back`() async throws {
    let fixture = try fixture()
    let set = try await call(fixture, "clock", #"{"now": "2026-02-01T00:00:00Z"}"#)
    #expect(set.result?["now"] == "2026-02-01T00:00:00.000Z")
    let advanced = try await call(fixture, "clock", #"{"advance": "P1D"}"#)
    #expect(advanced.result?["now"] == "2026-02-02T00:00:00.000Z")
    for (body, message) in [
      (#"{"now": "2026-01-01T00:00:00Z"}"#, "now: before the time of the store"),
      (#"{"now": "2027-01-01T00:00:00Z", "advance": "P1D"}"#, "advance: not allowed with now"),
      ("{}", "now: missing, and advance too"),
      (#"{"to": 1}"#, "to: unknown key; known are advance, now"),
      (#"{"advance": "soon"}"#, "advance: not a duration"),
    ] {
      let refused = try await call(fixture, "clock", body)
      #expect((refused.status, refused.code) == (400, 1100))
      #expect(refused.message.hasPrefix(message), "\(refused.message)")
    }
    let real = try self.fixture(clock: "null")
    let refused = try await call(real, "clock", #"{"advance": "P1D"}"#)
    #expect(refused.message.hasPrefix("advance: the store follows the real time"))
    #expect(try await call(real, "clock", #"{"now": "2030-01-01T00:00:00Z"}"#).code == 0)
  }

  @Test
  func `Faults are added, and a list can replace all of them`() async throws {
    let fixture = try fixture()
    let two = #"[{"on": "products", "code": 2}, {"on": "consume", "code": 12}]"#
    #expect(try await call(fixture, "faults", two).result?["count"] == 2)
    #expect(try await call(fixture, "faults", two).result?["count"] == 4)
    #expect(try await replaceFaults(fixture, two) == 2)
    for (body, message) in [
      (#"[{"on": "consume", "code": 12}, {"on": "consume", "code": 99}]"#, "faults[1].code: 99"),
      (#"[{"on": "eat", "code": 12}]"#, "faults[0].on: "), ("{}", "not an array"),
      (
        #"[{"on": "consume"}]"#,
        "faults[0].code: missing, and http, serverCode, cut and delay too"
      ),
      (#"[{"on": "consume", "code": 1, "cut": 1}]"#, "faults[0].cut: not allowed with code"),
      (
        #"[{"on": "consume", "http": 200}]"#, "faults[0].http: 200 is not a number from 201 to 599"
      ),
      (#"[{"on": "consume", "http": 429, "domain": "com.nhncloud.http"}]"#, "faults[0].domain: "),
      (
        #"[{"on": "consume", "cut": 1, "retryAfter": "1"}]"#, "faults[0].retryAfter: only with http"
      ),
      (#"[{"on": "consume", "cut": 1, "after": true}]"#, "faults[0].after: not with cut"),
      (#"[{"on": "restore", "code": 1, "payment": "1"}]"#, "faults[0].payment: only with consume"),
      (#"[{"on": "consume", "code": 1, "payment": "x"}]"#, "faults[0].payment: not a payment"),
      (#"[],"appKey":"x""#, ""), ("", ""),
    ] {
      let refused = try await call(fixture, "faults", body)
      #expect((refused.status, refused.code) == (400, 1100))
      #expect(refused.message.hasPrefix(message), "\(refused.message)")
    }
    #expect(try await fixture.get("/fixture/v1/products").code != 0, "the faults are still there")
    #expect(try await replaceFaults(fixture, "[]") == 0)
    #expect(try await fixture.get("/fixture/v1/products").code == 0)
  }

  private func replaceFaults(_ fixture: RoutesFixture, _ faults: String) async throws -> Int64? {
    let reply = await fixture.reply("PUT", "/fixture/v1/faults", faults)
    return try Envelope(reply, to: "/fixture/v1/faults", by: .put).result?["count"]?.integer
  }

  @Test
  func `A mistake has a status that scripts see`() async throws {
    let fixture = try fixture()
    for (path, body, status) in [
      ("refund", #"{"paymentSeq": "404"}"#, 404), ("refund", #"{"paymentSe": "1"}"#, 400),
      ("refund", "{", 400), ("status", #"{"paymentSeq": "1", "status": "ACTIVE"}"#, 409),
      ("approve", #"{"paymentSeq": "1"}"#, 409),
    ] {
      let good = #"{"paymentSeq": "1", "userID": "u", "productIdentifier": "gem"}"#
      _ = try await call(fixture, "seed", #"{"format": 1, "purchases": [\#(good)]}"#)
      #expect(try await call(fixture, path, body).status == status, "\(path) \(body)")
    }
    #expect(await fixture.reply("POST", "/fixture/v1/refund", type: nil).answer?.status == 400)
    // The calls of the game's own client keep theirs.
    #expect(try await fixture.post("/v1/service/consume", "{}").status == 200)
  }

  @Test
  func `A reset returns to the store that the server found, with faults, clock and app key`()
    async throws
  {
    let served = try ServedStore(Games.crowd(2))
    @Sendable func post(_ name: String, _ body: String) -> String {
      HTTPConnection.request(
        "POST", "/fixture/v1/\(name)", body: body, headers: ServedStore.headers)
    }
    let path = served.folder["store.db"]
    let codes = try await served.run { port in
      let client = try HTTPConnection(port: port)
      var codes: [Int?] = []
      for _ in 0..<2 {
        // Another process changes the store too.
        let other = try Connection(path: path, access: .readWrite, patience: 1000)
        try other.execute(
          "INSERT INTO user (userID, paymentsAllowed, storeAccountReadable) VALUES ('x', 1, 1)")
        client.send(
          ServedStore.consume(1) + ServedStore.consume(1)
            + post("clock", #"{"now": "2027-01-01T00:00:00Z"}"#)
            + post("faults", #"[{"on": "products", "code": 2}]"#) + ServedStore.products
            + post("reset", "") + post("clock", #"{"now": "2026-01-15T09:00:00Z"}"#)
            + ServedStore.products)
        codes += (0..<8).map { _ in client.answer()?.code }
        #expect(
          try other.first("SELECT count(*) FROM user WHERE userID = 'x'") { $0.integer(0) } == 0)
      }
      return codes
    }
    let round: [Int?] = [0, 5018, 0, 0, 9999, 0, 0, 0]
    #expect(codes == round + round)
  }

  @Test(arguments: SteeringRoutes.routes)
  func `The steering routes need the app key, and change nothing without it`(_ route: Route)
    async throws
  {
    let fixture = try RoutesFixture()
    let before = try await dump(fixture.store)
    for key in [nil, "wrong"] {
      let refused = await fixture.reply(
        route.method.rawValue, route.path.description, route.example?.line ?? "", key: key)
      #expect(refused.answer?.status == 401)
    }
    #expect(try await dump(fixture.store) == before)
    let wrong = await fixture.reply("PATCH", route.path.description)
    #expect(wrong.answer?.resultCode == 2112)
    #expect(wrong.answer?.allowed.contains(route.method.rawValue) == true)
  }

  @Test
  func `A request without members needs neither body nor content type`() async throws {
    let fixture = try fixture()
    let reply = await fixture.reply("POST", "/fixture/v1/reset", type: nil)
    #expect(reply.answer?.resultCode == 9999, "this store has no snapshot")
    let typed = await fixture.reply("POST", "/fixture/v1/reset", type: "text/plain")
    #expect(typed.answer?.resultCode == 2111)
    #expect(
      await fixture.reply("POST", "/fixture/v1/refund", type: nil).answer?.resultCode == 2111)
  }

  @Test(arguments: SteeringRoutes.routes)
  func `An unknown member is named, with the known ones`(_ route: Route) async throws {
    let fixture = try RoutesFixture()
    let body =
      if case .list = route.request { #"[{"paymentseq": 1}]"# } else { #"{"paymentseq": 1}"# }
    let reply = await fixture.reply(
      route.method.rawValue, route.path.description, body,
      arguments: ["paymentseq": ["1"]])
    let refused = try Envelope(reply, to: route.path.description, by: route.method)
    #expect(refused.code == 1100)
    let known = route.request.members.map(\.name).sorted().joined(separator: ", ")
    let list = known.isEmpty ? refused.message : "known are \(known)"
    #expect(refused.message.hasSuffix(list) && refused.message.contains("paymentseq: unknown key"))
  }

  /// As somebody would who has only the description.
  @Test(arguments: SteeringRoutes.routes.filter { $0.method == .post })
  func `The example in the description works on the sample game`(_ route: Route) async throws {
    let fixture = try RoutesFixture()
    let operation = OpenAPI.document["paths"]?[route.path.description]?["post"]
    let content = operation?["requestBody"]?["content"]?["application/json"]
    let example = try #require(content?["example"])
    // The payment that waits for an approval.
    _ = try await call(
      fixture, "purchase",
      #"{"userID": "bob", "productIdentifier": "gem.550", "simulation": "pending"}"#)
    let answer = try await fixture.post(route.path.description, example.line)
    #expect(answer.code == (route.path.description.hasSuffix("reset") ? 9999 : 0))
  }

  @Test
  func `A seed may be longer than other requests`() throws {
    let limits = RouteTable.routes.filter { $0.longestBody == 64 << 20 }.map(\.path.description)
    #expect(limits == ["/fixture/v1/seed", "/fixture/v1/faults", "/fixture/v1/faults"])
    let head = RequestHead(method: "POST", path: "/fixture/v1/seed")
    var long = head
    long.length = 64 << 20
    var longer = head
    longer.length = 64 << 20 + 1
    let handler = try fixture().handler
    let pointer = Pointer(try #require(OpaquePointer(bitPattern: 1)))
    let route = try #require(RouteTable.find(head.path).first?.route)
    let match = RouteMatch.route(route, RouteParameters(path: [:], arguments: [:]))
    #expect(!RoutedRequest(long, match, on: pointer).answersAtOnce)
    #expect(RoutedRequest(longer, match, on: pointer).answersAtOnce)
    #expect(RoutedRequest(longer, match, on: pointer).body == nil)
    withExtendedLifetime(handler) {}
  }

  @Test
  func `Health needs no app key, and is 503 when the file of the store is gone`() async throws {
    let fixture = try fixture()
    let answer = try await fixture.get("/healthz", key: nil)
    #expect((answer.status, answer.code) == (200, 0))
    #expect(await fixture.reply("HEAD", "/healthz", key: nil, type: nil).answer?.status == 200)
    #expect(await fixture.reply("POST", "/healthz", "{}").answer?.resultCode == 2112)
    Files.remove(fixture.folder["s.db"])
    let reply = await fixture.reply("GET", "/healthz", key: nil, type: nil)
    let gone = try Envelope(reply, to: "/healthz")
    #expect((gone.status, gone.code, gone.message) == (503, 9999, "SERVICE UNAVAILABLE"))
    #expect(reply.answer?.trouble?.code == .iapctl(.storeReplaced))
  }
}
