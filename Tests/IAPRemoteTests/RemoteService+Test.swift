import IAPCore
import IAPRemote
import IAPWire
import TestSupport

extension RemoteService {
  /// A service with the given transport, and with the markets and numbers of the tests.
  static func test(
    _ api: WireDialect, _ transport: any HTTPTransport, clock: TestClock = TestClock(),
    retries: Int = 2, access: RemoteAccess = .test,
    trace: @escaping @Sendable (String) -> Void = { _ in },
    notice: @escaping @Sendable (RemoteNotice) -> Void = { _ in }
  ) -> RemoteService {
    RemoteService(
      api, access, transport: transport,
      policy: RetryPolicy(retries: retries, limit: .seconds(30)), environment: clock.environment,
      trace: trace, notice: notice)
  }

  /// Consumes payments as a batch does.
  func consume(_ payments: [Payment], rate: Double? = nil) async -> [CallResult<ConsumeReceipt>] {
    var batch = StepwiseBatch(
      self, policy, rate: rate, clock: environment.clock, stopped: environment.stopped)
    return await batch.consume(payments)
  }
}

extension RemoteAccess {
  /// Without an app sequence there is no item list, so a list is one request.
  static let withoutAppSeq = RemoteAccess(
    origin: test.origin, credential: test.credential, appID: test.appID, markets: test.markets,
    packages: test.packages)

  static let test = RemoteAccess(
    origin: "https://iap.example", credential: Secret("app-key"), appID: "app-id",
    markets: ["AS", "GG"],
    appSeqs: MarketValues(1_000_047),
    packages: MarketValues("com.example", own: ["GG": "com.example.android"]))
}
