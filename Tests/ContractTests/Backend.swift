import IAPCore
import IAPFixtures
import IAPRemote
import IAPServer
import Synchronization
import TestSupport
import Testing

/// Who carries the operations out.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// A fixture store, asked directly.
  case store
  /// A fixture store behind its server, in each dialect.
  case fixture, service, legacy

  var testDescription: String { rawValue }

  /// Those that have every operation, and say everything.
  static let complete: [Backend] = [.store, .fixture]
  static let remote: [Backend] = [.fixture, .service, .legacy]

  /// Plays on a new store made from a seed.
  func play<Answer: Sendable>(
    on seed: SeedText, appKey: String = Seeds.key, retries: Int = 0,
    _ body: (Game) async throws -> Answer
  ) async throws -> Answer {
    let folder = try TemporaryFolder()
    try FixtureStore.create(at: folder["store.db"], from: seed, options: .test)
    let store = try FixtureStore(openAt: folder["store.db"], options: .test)
    guard let api = RemoteAPI(rawValue: rawValue) else {
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

/// A service, and the store that is behind it.
struct Game: Sendable {
  let service: any IAPService
  let store: FixtureStore
  let log: ServerLog
}

/// What a server told of its answers.
final class ServerLog: Sendable {
  private let entries = Mutex<[IAPServer.LogEntry]>([])

  func add(_ entry: IAPServer.LogEntry) { entries.withLock { $0.append(entry) } }

  /// How often a path was called whose last part this is.
  func hits(_ name: String) -> Int {
    entries.withLock { $0.count { $0.path.split(separator: "/").last == name[...] } }
  }

  var hits: Int { entries.withLock { $0.count } }
}

extension IAPServer.Options {
  static func test(_ log: ServerLog) -> IAPServer.Options {
    var options = IAPServer.Options(
      describe: { $0.name }, sleep: { _ in }, log: { log.add($0) })
    // However slow the machine is, nobody is closed for his silence.
    options.patience = 3600
    return options
  }
}

extension RemoteService {
  /// A service that waits for nothing but its answers, and for those as long as it takes.
  static func test(
    _ api: RemoteAPI, _ origin: String, appKey: String = Seeds.key, retries: Int = 0,
    limit: Duration = .seconds(600)
  ) -> RemoteService {
    RemoteService(
      api,
      RemoteAccess(
        origin: origin, appKey: Secret(appKey), appSeq: 1_000_047,
        markets: ["AS", "GG", "ONESTORE"],
        packages: ["GG": "com.example.game.android", "ONESTORE": "com.example.game.one"],
        package: "com.example.game"),
      transport: CurlTransport(
        certificateFile: nil, proxies: .none, idleTime: .seconds(3600)),
      policy: RetryPolicy(retries: retries, limit: limit),
      clock: CallClock(
        monotonicTime: { .zero }, realTime: { Instant(1_767_225_600_000) }, sleep: { _ in },
        random: { 0 }, stopped: { nil }),
      trace: { _ in }, notice: { _ in })
  }
}
