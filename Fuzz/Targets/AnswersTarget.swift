import IAPCore
import IAPRemote
import IAPWire
import Synchronization

/// The response of a server to each operation of each dialect. The first two bytes choose the dialect
/// and the HTTP status, the others are the body.
enum AnswersTarget {
  private static let appKey = "fuzz-app-key"
  private static let token = "fuzz-access-token"

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    var input = FuzzInput(input)
    let api = input.choose(WireDialect.service, .legacy, .fixture, .gamebase)
    let status = input.choose(200, 200, 200, 400, 401, 429, 500, 503)
    let response = HTTPResponse(
      status: status, headers: HTTPHeaders(retryAfter: "1"), body: input.all())
    try await requireSecrecy(of: [appKey], in: response, api, queries(with:))
    try await requireSecrecy(of: [appKey, token], in: response, api, consume(with:))
    try await requireSecrecy(of: [appKey, token], in: response, api, queriesByToken(with:))
  }

  /// - Parameter call: returns what it tells of its results.
  private static func requireSecrecy(
    of secrets: [String], in response: HTTPResponse, _ api: WireDialect,
    _ call: (RemoteService) async throws -> [String]
  ) async throws {
    let traced = Mutex<[String]>([])
    let service = service(api, response) { line in traced.withLock { $0.append(line) } }
    for line in try await call(service) + traced.withLock({ $0 }) {
      let isSecret = secrets.contains { line.contains($0) }
      try Finding.require(!isSecret, "a secret is told: \(line)")
    }
  }

  private static func service(
    _ api: WireDialect, _ response: HTTPResponse, trace: @escaping @Sendable (String) -> Void
  ) -> RemoteService {
    let access = RemoteAccess(
      origin: "https://iap.example", credential: Secret(appKey), appID: "app",
      markets: ["AS", "GG"],
      appSeqs: MarketValues(1_000_047),
      packages: MarketValues("com.example", own: ["GG": "com.example.android"]))
    // A wait takes no time, and moves the clock.
    let now = Mutex(Duration.zero)
    let clock = Clock(
      realTime: { FuzzConsole.time }, monotonicTime: { now.withLock(\.self) },
      sleep: { pause in now.withLock { $0 += pause } })
    let environment = CallEnvironment(clock: clock, random: { 0.5 }, stopped: { nil })
    return RemoteService(
      api, access, transport: SameAnswer(response: response),
      policy: RetryPolicy(retries: 1, limit: .seconds(30)), environment: environment, trace: trace,
      notice: { trace("\($0)") })
  }

  private static func consume(with service: RemoteService) async throws -> [String] {
    let request = Payment(
      "1", user: "alice", accessToken: Secret(token), productSeq: 7)
    return ["\(await service.attempt(ConsumeAttempt(request)))"]
  }

  /// The queries that send a token. They tell errors only, because a list has tokens of its own.
  private static func queriesByToken(with service: RemoteService) async throws -> [String] {
    var told: [String] = []
    do throws(IAPError) {
      _ = try await service.transaction(of: Secret(token))
    } catch {
      let _: Bool? = try FuzzConsole.refused(error)
      told.append("\(error)")
    }
    do throws(IAPError) {
      _ = try await service.subscriptions(of: [Payment("1", accessToken: Secret(token))])
    } catch {
      let _: Bool? = try FuzzConsole.refused(error)
      told.append("\(error)")
    }
    return told
  }

  /// Everything but a consume. It tells errors only, because a purchase has a token of its own.
  private static func queries(with service: RemoteService) async throws -> [String] {
    var told: [String] = []
    func tell<Answer>(_ call: () async throws(IAPError) -> Answer) async throws {
      do throws(IAPError) {
        _ = try await call()
      } catch {
        let _: Bool? = try FuzzConsole.refused(error)
        told.append("\(error)")
      }
    }
    try await tell { () async throws(IAPError) in try await service.products(in: []) }
    try await tell { () async throws(IAPError) in
      let pages = try await service.unconsumed(UnconsumedQuery(owner: .user("alice")))
      var left = 3
      let iterator = pages.makeAsyncIterator()
      while left > 0, try await iterator.next() != nil { left -= 1 }
    }
    try await tell { () async throws(IAPError) in
      try await service.subscriptions(SubscriptionQuery(user: "alice"))
    }
    try await tell { () async throws(IAPError) in
      try await service.purchase(PurchaseRequest(product: "gem", user: "alice"))
    }
    try await tell { () async throws(IAPError) in
      try await service.restore(UserRequest("alice"))
    }
    try await tell { () async throws(IAPError) in
      try await service.reprocess(UserRequest("alice"))
    }
    return told
  }
}

/// Responds to every request alike.
private struct SameAnswer: HTTPTransport {
  let taskExecutor: (any TaskExecutor)? = nil
  let response: HTTPResponse

  func send(
    _ request: HTTPRequest, within time: Duration
  ) async throws(TransportFailure) -> HTTPResponse { response }
}
