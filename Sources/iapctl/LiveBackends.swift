import CommandLine
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import IAPRemote
import System

/// Makes the services and the journal. Only this file knows all backends.
struct LiveBackends: Backends {
  func service(of backend: Backend) throws(IAPError) -> any IAPService {
    switch backend {
    case .server(let server):
      return RemoteService(
        server.api, server.access,
        transport: CurlTransport(
          certificateFile: server.certificateFile,
          proxies: ProxySettings(variables: server.proxies)),
        policy: server.policy, environment: Self.callEnvironment(server.pauses),
        trace: server.trace, serverTime: server.serverTime, notice: server.notice)
    case .store(let path, let options): return try FixtureStore(openAt: path, options: options)
    }
  }

  func journal(
    at path: String, patience: Duration, command: Duration
  ) throws(IAPError) -> any Journal {
    if PostgresJournal.isURL(path) {
      return try teamJournal(at: path, patience: patience, command: command)
    }
    return SQLiteJournal(
      at: path, patience: patience, realTime: LiveEnvironment.clock.realTime,
      stopSignal: { Signals.pending }, words: Console.message)
  }

  /// The locks of the runs of this user and machine, beside the usual journal.
  private static var locks: String? {
    let folders = UserFolders(
      { try? CurrentProcess.variable($0) }, account: { CurrentUser.home })
    return folders.state.map { $0 + "/iapctl/runs" }
  }

  func teamJournal(at url: String, patience: Duration) throws(IAPError) -> PostgresJournal {
    try teamJournal(at: url, patience: patience, command: .zero)
  }

  private func teamJournal(
    at url: String, patience: Duration, command: Duration
  ) throws(IAPError) -> PostgresJournal {
    try PostgresJournal(
      at: url, patience: patience,
      clocks: .init(
        realTime: LiveEnvironment.clock.realTime,
        monotonicTime: { .nanoseconds(Clocks.sleeplessNanoseconds()) },
        lease: PostgresJournal.lease(covering: patience, command: command), locks: Self.locks),
      words: Console.message)
  }

  private static func callEnvironment(_ pauses: ServerPauses?) -> CallEnvironment {
    var environment = CallEnvironment(
      clock: LiveEnvironment.clock, random: { Double.random(in: 0..<1) },
      stopped: { Signals.pending.map { .iapctl(.interrupted, .stopped(signal: $0)) } })
    if let pauses { environment.paused = { pauses.add($0, at: $1) } }
    return environment
  }
}
