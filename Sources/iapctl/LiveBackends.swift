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
        policy: server.policy, clock: Self.callClock, limits: server.limits, trace: server.trace,
        notice: server.notice)
    case .store(let path, let patience, let clock):
      return try FixtureStore(
        openAt: path,
        options: FixtureStore.Options(
          patience: patience, clock: clock, realTime: LiveEnvironment.clock.realTime,
          stopSignal: { Signals.pending }))
    }
  }

  func names(at path: String, _ query: NameQuery) throws(IAPError) -> [Candidate] {
    try StoreCompletions.names(
      query, at: path, realTime: LiveEnvironment.clock.realTime,
      monotonicTime: LiveEnvironment.clock.monotonicTime)
  }

  func journal(at path: String, patience: Duration) throws(IAPError) -> any Journal {
    SQLiteJournal(
      at: path, patience: patience, realTime: LiveEnvironment.clock.realTime,
      stopSignal: { Signals.pending }, words: Console.words)
  }

  private static let callClock = CallClock(
    monotonicTime: LiveEnvironment.clock.monotonicTime, realTime: LiveEnvironment.clock.realTime,
    sleep: LiveEnvironment.clock.sleep, random: { Double.random(in: 0..<1) },
    stopped: { Signals.pending.map { .iapctl(.interrupted, .stopped(signal: $0)) } })
}
