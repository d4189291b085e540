import IAPCore
import IAPFixtures
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

  @Test
  func `The delays of several faults are added`() async throws {
    let fixture = try RoutesFixture(
      Games.faults(
        fault(12, #", "delay": "2s""#) + "," + fault(12, #", "delay": "PT1M", "times": 2"#))
    )
    let store = fixture.store
    func delay() async -> Duration {
      let delay = AnswerDelay()
      await AnswerDelay.$current.withValue(delay) {
        _ = await store.consume([Payment("1")])
      }
      return delay.total
    }
    #expect(await delay() == .seconds(2))
    let both = AnswerDelay()
    await AnswerDelay.$current.withValue(both) {
      _ = await store.consume(["1", "2"].map { Payment($0) })
    }
    #expect(both.total == .seconds(120))
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
