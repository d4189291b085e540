import IAPCore
import IAPFixtures
import IAPServer
import Synchronization
import TestSupport
import Testing

/// What a rehearsal does to requests.
@Suite(.blocking)
struct InterceptionTests {
  /// The requests that a server has told, and what becomes of the next ones.
  private final class Interceptor: Sendable {
    private struct State {
      var fates: [Interception.Fate]
      var requests: [String] = []
      var answers: [Int?] = []
    }

    private let state: Mutex<State>

    init(_ fates: [Interception.Fate]) { state = Mutex(State(fates: fates)) }

    func arrived(_ operation: IAPOperation, _ payment: Identifier?) -> Interception {
      state.withLock { state in
        state.requests.append("\(operation) \(payment?.text ?? "-")")
        let fate = state.fates.isEmpty ? .executed : state.fates.removeFirst()
        return Interception(fate) { [self] status, _ in
          self.state.withLock { $0.answers.append(status) }
        }
      }
    }

    var requests: [String] { state.withLock { $0.requests } }
    var answers: [Int?] { state.withLock { $0.answers } }
  }

  /// Consumes payment 1 twice, each time on a new connection.
  private func consumeTwice(
    _ fate: Interception.Fate, _ interceptor: Interceptor
  ) async throws -> [HTTPConnection.Answer?] {
    let served = try ServedStore(Games.crowd(3), intercept: interceptor.arrived)
    return try await served.run { port in
      try (1...2).map { _ in
        let client = try HTTPConnection(port: port)
        client.send(ServedStore.consume(1))
        return client.answer()
      }
    }
  }

  @Test(
    arguments: [
      (.refused, 0), (.lost, 5018), (.failing(.cut(after: 20)), 5018), (.failing(.status(429)), 0),
      (.failing(.serverCode(5018)), 0), (.late(.seconds(5)), 5018),
    ] as [(Interception.Fate, Int)])
  func `A request is executed or not, whatever its client hears of it`(
    _ fate: Interception.Fate, _ next: Int
  ) async throws {
    let interceptor = Interceptor([fate])
    let answers = try await consumeTwice(fate, interceptor)
    #expect(answers[1]?.code == next)
    switch fate {
    case .refused, .lost, .failing(.cut): #expect(answers[0] == nil)
    case .failing(.status(let status, _)): #expect(answers[0]?.status == Int(status))
    case .failing(.serverCode(let code)): #expect(answers[0]?.code == Int(code))
    case .failing(.error), .failing(.slow): Issue.record("no rehearsal has an error of the SDK")
    case .late, .executed: #expect(answers[0]?.code == 0)
    }
    let isClosed = fate == .refused || fate == .lost
    #expect((interceptor.answers.first == .some(nil)) == isClosed)
    #expect(interceptor.answers.count == 2)
  }

  @Test
  func `An answer says when to ask again only if it is told to`() async throws {
    for seconds in [nil, "1"] {
      let fate = Interception.Fate.failing(.status(429, retryAfter: seconds))
      let answers = try await consumeTwice(fate, Interceptor([fate]))
      #expect(answers[0]?.headers["retry-after"] == seconds)
    }
  }

  @Test
  func `Requests of every API are told with their operation and payment, and no others`()
    async throws
  {
    let interceptor = Interceptor([])
    let served = try ServedStore(Games.crowd(3), intercept: interceptor.arrived)
    try await served.run { port in
      let client = try HTTPConnection(port: port)
      let requests: [(method: String, path: String, body: String?)] = [
        ("POST", "/v1/service/consume", #"{"paymentSeq": "1", "accessToken": "t1"}"#),
        ("POST", "/fixture/v1/consume", #"{"paymentSeq": "2"}"#),
        ("POST", "/inapp/v3/consume/3/items/7", #"{"purchaseToken": "t3"}"#),
        (
          "POST", "/v1/service/consumable",
          #"{"marketId": "AS", "userChannel": "GF", "userKey": "u"}"#
        ),
        ("GET", "/fixture/v1/products", nil), ("GET", "/healthz", nil),
        ("POST", "/fixture/v1/reset", "{}"), ("GET", "/openapi.json", nil),
      ]
      for request in requests {
        client.send(
          HTTPConnection.request(
            request.method, request.path, body: request.body, headers: ServedStore.headers))
        #expect(client.answer() != nil, "\(request.path)")
      }
    }
    #expect(
      interceptor.requests == ["consume 1", "consume 2", "consume 3", "unconsumed -", "products -"])
  }
}
