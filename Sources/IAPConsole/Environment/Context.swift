import CommandLine
import IAPCore
import IAPRemote

/// What a running command can use: the environment, the program, the settings, and the service. The
/// service is made when the command first needs it.
struct Context: Sendable {
  let environment: Environment
  let program: Program
  let settings: Settings
  let messages: Messages
  /// The options as they were typed, for hints.
  var typed = TypedOptions()

  /// Opens the backend.
  func service() throws -> any IAPService { try service(of: try backend(limits: nil)) }

  /// Opens a prepared backend. With `--verbose`, the calls of a fixture store are traced; the
  /// requests to a server are traced by its client.
  func service(of backend: Backend) throws -> any IAPService {
    do {
      let service = try environment.backends.service(of: backend)
      guard settings.isVerbose, case .store = backend else { return service }
      return TracedService(
        service: service, clock: environment.clock.monotonicTime, trace: messages.trace)
    } catch {
      throw settings.attribute(error)
    }
  }

  /// The chosen backend, with everything that must be read before it is opened. A command calls
  /// this once, because an app key in a pipe can be read only once.
  ///
  /// - Parameter limits: the shared rate limit and retry budget of a batch; nil outside of a batch.
  func backend(limits: BatchLimits?) throws -> Backend {
    switch try settings.backend() {
    case .store(let path):
      return .store(path: path, patience: settings.timeout, clock: settings.clock)
    case .server:
      let access = try settings.access(appKey: try settings.appKeySource.map(key))
      let (messages, isVerbose) = (messages, settings.isVerbose)
      warnOfUnknownMarkets()
      let variables = environment.variables
      return .server(
        Backend.Server(
          api: settings.api ?? .service, access: access,
          policy: RetryPolicy(
            retries: settings.retries ?? GlobalOptions.usualRetries, limit: settings.timeout),
          certificateFile: variables[Variables.certificateFile].flatMap { $0.isEmpty ? nil : $0 },
          proxies: variables.filter { Variables.proxies.contains($0.key) }, limits: limits,
          trace: { if isVerbose { messages.trace($0) } },
          notice: { messages.note(ErrorMessages.notice($0)) }))
    }
  }

  /// Warns of markets that are not in the IAP guides. They are used as given, because new markets
  /// can appear, but a server may answer an unknown market with an empty list, which looks like
  /// success. A fixture store reports its unknown markets itself.
  private func warnOfUnknownMarkets() {
    var told: Set<StoreCode> = []
    for market in settings.markets where !market.isInGuides && told.insert(market).inserted {
      let known = StoreCode.known.map(\.text)
      let closest = Suggestions.closest(to: market.text, among: known)
      messages.warn(
        "market code '\(market)' is not in the IAP guides; it is used as given"
          + (closest.map { ". Did you mean '\($0)'?" } ?? ""))
    }
  }

  private func key(_ source: Settings.AppKeySource) throws -> Secret {
    switch source {
    case .key(let key): key
    case .file(let path): try readKey(from: path)
    }
  }
}
