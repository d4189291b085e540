import IAPCore
import IAPRemote
import IAPWire

extension RemoteService {
  /// A service with the given transport, and with the markets and numbers of the tests.
  static func test(
    _ api: WireDialect, _ transport: any HTTPTransport, clock: TestClock = TestClock(),
    retries: Int = 2, access: RemoteAccess = .test, limits: BatchLimits? = nil,
    trace: @escaping @Sendable (String) -> Void = { _ in },
    notice: @escaping @Sendable (RemoteNotice) -> Void = { _ in }
  ) -> RemoteService {
    RemoteService(
      api, access, transport: transport,
      policy: RetryPolicy(retries: retries, limit: .seconds(30)), environment: clock.environment,
      limits: limits, trace: trace, notice: notice)
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
