import IAPCore
import IAPFixtures
import TestSupport
import Testing

@testable import IAPServer

/// Faults of the store, as network failures.
struct FaultReplyTests {
  private static let paths = ["/v1/service/consume", "/fixture/v1/consume"]
  private static let body = #"{"paymentSeq": "1", "accessToken": "t1"}"#

  private func fault(_ code: Int, _ more: String = "") -> String {
    let domain = code < 100 ? "com.nhncloud.iap" : "com.nhncloud.http"
    return #"{"on": "consume", "domain": "\#(domain)", "code": \#(code)\#(more)}"#
  }

  @Test(arguments: paths, [100, 102])
  func `Faults 100 and 102 close the connection and apply nothing`(_ path: String, _ code: Int)
    async throws
  {
    let fixture = try RoutesFixture(Games.faults(fault(code)))
    #expect(await fixture.reply("POST", path, Self.body, key: Games.key) == .closeConnection())
    let next = await fixture.reply("POST", path, Self.body, key: Games.key)
    #expect(try Envelope(next, to: path).code == 0, "nothing had been applied")
  }

  @Test(arguments: paths)
  func `Fault 101 gives HTTP status 500`(_ path: String) async throws {
    let fixture = try RoutesFixture(Games.faults(fault(101)))
    #expect(try await fixture.post(path, Self.body, key: Games.key).status == 500)
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 0)
  }

  @Test(
    arguments: paths,
    [0, 12, 101])
  func `A fault with "after" applies the call and closes the connection`(
    _ path: String, _ code: Int
  ) async throws {
    let fixture = try RoutesFixture(Games.faults(fault(code, #", "after": true"#)))
    #expect(await fixture.reply("POST", path, Self.body, key: Games.key) == .closeConnection())
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 5018)
  }

  @Test
  func `A fault for one payment does not affect the others`() async throws {
    let fixture = try RoutesFixture(Games.faults(fault(102, #", "skip": 1"#)))
    var outcomes: [Bool] = []
    for payment in 1...3 {
      let body = #"{"paymentSeq": "\#(payment)"}"#
      let reply = await fixture.reply("POST", "/fixture/v1/consume", body, key: Games.key)
      outcomes.append(reply == .closeConnection())
    }
    #expect(outcomes == [false, true, false])
  }

  @Test(arguments: paths)
  func `A status is answered with its Retry-After, and nothing is applied`(_ path: String)
    async throws
  {
    let fixture = try RoutesFixture(
      Games.faults(#"{"on": "consume", "http": 429, "retryAfter": "2"}"#))
    let answer = try #require(
      await fixture.reply("POST", path, Self.body, key: Games.key).answer)
    #expect((answer.status, answer.retryAfter, answer.cut) == (429, "2", nil))
    let response = String(decoding: answer.wholeResponse, as: UTF8.self)
    #expect(response.contains("\r\nRetry-After: 2\r\n"))
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 0)
    let empty = try RoutesFixture(Games.faults(#"{"on": "consume", "http": 204}"#))
    let reply = await empty.reply("POST", path, Self.body, key: Games.key).answer
    #expect(reply?.status == 204 && reply?.body == [])
  }

  @Test(
    arguments: paths,
    [
      (5018, "ALREADY CONSUMED"), (9999, "UNKNOWN ERROR"), (5000, "CONSUME FAILED"),
      (2111, "HTTP_CONTENT_TYPE_NOT_SUPPORT"), (7777, "SIMULATED FAULT"),
    ])
  func `A result code is answered as the service says it, and nothing is applied`(
    _ path: String, _ fault: (code: Int64, message: String)
  ) async throws {
    let fixture = try RoutesFixture(
      Games.faults(#"{"on": "consume", "serverCode": \#(fault.code)}"#))
    let answer = try await fixture.post(path, Self.body, key: Games.key)
    #expect((answer.status, answer.code, answer.message) == (200, fault.code, fault.message))
    #expect(answer.error == nil)
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 0)
  }

  @Test(arguments: paths, [#""http": 500"#, #""serverCode": 9999"#])
  func `With "after" the call is applied before the answer`(_ path: String, _ failure: String)
    async throws
  {
    let fixture = try RoutesFixture(
      Games.faults(#"{"on": "consume", \#(failure), "after": true, "times": 2}"#))
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 9999)
    let refused = try await fixture.post(path, Self.body, key: Games.key)
    #expect(refused.code == 5018, "what is refused anyway is answered as it is")
  }

  @Test(arguments: paths, [(0, 0), (10, 10), (1_000_000, -1)])
  func `An answer that is cut belongs to a call that was applied, and is never whole`(
    _ path: String, _ cut: (after: Int, sent: Int)
  ) async throws {
    let fixture = try RoutesFixture(
      Games.faults(#"{"on": "consume", "cut": \#(cut.after), "times": 2}"#))
    let answer = try #require(
      await fixture.reply("POST", path, Self.body, key: Games.key).answer)
    #expect(answer.resultCode == 0)
    #expect(answer.cut == (cut.sent < 0 ? answer.body.count - 1 : cut.sent))
    let refused = try #require(
      await fixture.reply("POST", path, Self.body, key: Games.key).answer)
    #expect(refused.resultCode == 5018 && refused.cut != nil)
    #expect(try await fixture.post(path, Self.body, key: Games.key).code == 5018)
  }

  @Test
  func `A list can be cut too`() async throws {
    let fixture = try RoutesFixture(Games.faults(#"{"on": "products", "cut": 5}"#))
    let reply = await fixture.reply("GET", "/fixture/v1/products", key: Games.key, type: nil)
    #expect(reply.answer?.cut == 5 && reply.answer?.resultCode == 0)
  }

  @Test
  func `A fault for a payment applies to no other`() async throws {
    let fixture = try RoutesFixture(
      Games.faults(#"{"on": "consume", "serverCode": 9999, "payment": "2"}"#))
    var codes: [Int64] = []
    for payment in [1, 2, 2] {
      let body = #"{"paymentSeq": "\#(payment)"}"#
      codes.append(try await fixture.post("/fixture/v1/consume", body, key: Games.key).code)
    }
    #expect(codes == [0, 9999, 0])
  }

  /// The headers say how long the whole body is.
  @Test(.server)
  func `A cut answer ends in its middle`() async throws {
    let served = try ServedStore(
      Games.faults(#"{"on": "consume", "cut": 12, "payment": "1"}, {"on": "consume", "cut": 0}"#))
    let answers = try await served.run { port in
      try [1, 2].map { payment in
        let client = try HTTPConnection(port: port)
        client.send(ServedStore.consume(payment))
        return client.rest()
      }
    }
    let whole = #"{"header":{"isSuccessful":true,"resultCode":0,"#
    #expect(answers[0].hasPrefix("HTTP/1.1 200"))
    #expect(answers[0].hasSuffix("\r\n\r\n" + whole.prefix(12)))
    #expect(answers[1].hasSuffix("\r\n\r\n") && answers[1].contains("Content-Length: "))
    #expect(!answers[0].contains("Content-Length: 12\r\n"))
  }

  @Test
  func `The delays of several faults are added`() async throws {
    let fixture = try RoutesFixture(
      Games.faults(
        fault(12, #", "delay": "2s""#) + "," + fault(12, #", "delay": "PT1M", "times": 2"#))
    )
    let store = fixture.store
    func delay() async -> Duration {
      let faults = AppliedFaults()
      await AppliedFaults.$current.withValue(faults) {
        _ = await store.consume([Payment("1")])
      }
      return faults.delay
    }
    #expect(await delay() == .seconds(2))
    let both = AppliedFaults()
    await AppliedFaults.$current.withValue(both) {
      _ = await store.consume(["1", "2"].map { Payment($0) })
    }
    #expect(both.delay == .seconds(120))
    #expect(await delay() == .zero, "they are used up")
    withExtendedLifetime(fixture) {}
  }

  @Test
  func `Outside the server a delay has no effect`() async throws {
    let store = try RoutesFixture(Games.faults(fault(12, #", "delay": "1h""#))).store
    let results = await store.consume([Payment("1")])
    #expect(throws: IAPError.self) { try results[0].result.get() }
  }
}
