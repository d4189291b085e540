import IAPCore
import IAPFixtures
import IAPRemote
import IAPServer
import IAPWire
import Synchronization
import TestSupport
import Testing

/// The backends that run the same tests.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// A fixture store, without a server.
  case store
  /// A fixture store behind a server, through each API dialect.
  case fixture, service, legacy, gamebase

  var testDescription: String { rawValue }

  /// The backends with every operation and all fields.
  static let complete: [Backend] = [.store, .fixture]
  static let remote: [Backend] = [.fixture, .service, .legacy, .gamebase]

  /// Runs operations on a new store made from a seed.
  func play<Answer: Sendable>(
    on seed: SeedText, appKey: String = Seeds.key, retries: Int = 0,
    _ body: (Game) async throws -> Answer
  ) async throws -> Answer {
    let folder = try TemporaryFolder()
    try FixtureStore.create(at: folder["store.db"], from: seed, options: .test)
    let store = try FixtureStore(openAt: folder["store.db"], options: .test)
    guard let api = WireDialect(rawValue: rawValue) else {
      return try await body(Game(service: store, store: store, log: ServerLog()))
    }
    let log = ServerLog()
    let server = try IAPServer(store: store, options: .test(log))
    let service = RemoteService.test(api, server.url, appKey: appKey, retries: retries)
    do {
      let answer = try await body(Game(service: service, store: store, log: log))
      await server.stop()
      return answer
    } catch {
      await server.stop()
      throw error
    }
  }
}

/// A service, and its store.
struct Game: Sendable {
  let service: any IAPService
  let store: FixtureStore
  let log: ServerLog
}

/// The log entries of a server.
final class ServerLog: Sendable {
  private let entries = Mutex<[IAPServer.LogEntry]>([])

  func add(_ entry: IAPServer.LogEntry) { entries.withLock { $0.append(entry) } }

  /// The number of requests whose path ends in this part.
  func hits(_ name: String) -> Int {
    entries.withLock { $0.count { $0.request?.path.split(separator: "/").last == name[...] } }
  }

  var hits: Int { entries.withLock { $0.count } }
}

extension IAPServer.Options {
  static func test(_ log: ServerLog) -> IAPServer.Options {
    var options = IAPServer.Options(
      describe: { $0.name }, sleep: { _ in }, log: { log.add($0) })
    // So long that no connection reaches the time-out, even on a slow machine.
    options.patience = 3600
    return options
  }
}

extension RemoteService {
  /// A service that does not wait between retries, and has no time limit.
  static func test(
    _ api: WireDialect, _ origin: String, appKey: String = Seeds.key, retries: Int = 0,
    limit: Duration = .seconds(600)
  ) -> RemoteService {
    let credential =
      api == .gamebase && appKey == Seeds.key ? "fixture-secret-key" : appKey
    // A wait takes no time, and moves the clock.
    let now = Mutex(Duration.zero)
    return RemoteService(
      api,
      RemoteAccess(
        origin: origin, credential: Secret(credential), appID: "fixture-app",
        markets: ["AS", "GG", "ONESTORE"],
        appSeqs: MarketValues(1_000_047),
        packages: MarketValues(
          "com.example.game",
          own: ["GG": "com.example.game.android", "ONESTORE": "com.example.game.one"])),
      transport: CurlTransport(
        certificateFile: nil, proxies: .none, idleTime: .seconds(3600)),
      policy: RetryPolicy(retries: retries, limit: limit),
      environment: CallEnvironment(
        clock: Clock(
          realTime: { Instant(1_767_225_600_000) }, monotonicTime: { now.withLock(\.self) },
          sleep: { pause in now.withLock { $0 += pause } }),
        random: { 0 }, stopped: { nil }),
      trace: { _ in }, notice: { _ in })
  }
}
