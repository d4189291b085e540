import CommandLine
import IAPCore
import IAPRemote

/// What a running command has: the environment, the program, its settings, and the service, made
/// when it is first asked for.
struct Context: Sendable {
  let environment: Environment
  let program: Program
  let settings: Settings
  let messages: Messages
  /// The options as they were typed.
  var typed = TypedOptions()

  /// Opens the backend.
  func service() throws -> any IAPService { try service(of: try backend(limits: nil)) }

  /// Opens a backend that was made ready.
  func service(of backend: Backend) throws -> any IAPService {
    let service: any IAPService
    do {
      service = try environment.backends.service(of: backend)
    } catch {
      throw settings.attribute(error)
    }
    return settings.isVerbose
      ? TracedService(service, clock: environment.clock.monotonicTime, trace: messages.trace)
      : service
  }

  /// The chosen backend with all that has to be read before it is opened; the app key is read once.
  ///
  /// - Parameter limits: what a batch of consumes keeps to.
  func backend(limits: BatchLimits?) throws -> Backend {
    switch try settings.backend() {
    case .store(let path):
      return .store(path: path, patience: settings.timeout, clock: settings.clock)
    case .server:
      let access = try settings.access(appKey: try settings.appKeySource.map(key))
      let (messages, isVerbose) = (messages, settings.isVerbose)
      warnOfUnknownMarkets()
      let variables = environment.variables
      return .remote(
        settings.api ?? .service, access,
        RetryPolicy(
          retries: settings.retries ?? GlobalOptions.usualRetries, limit: settings.timeout),
        certificateFile: variables[Variables.certificateFile].flatMap { $0.isEmpty ? nil : $0 },
        proxies: variables.filter { Variables.proxies.contains($0.key) }, limits: limits,
        trace: { if isVerbose { messages.trace($0) } },
        notice: { messages.note(ErrorMessages.notice($0)) })
    }
  }

  /// Any market is asked as it is named. A server that does not know it may answer with an empty
  /// list, which must not look as if all were well. (A fixture store knows its markets itself.)
  private func warnOfUnknownMarkets() {
    var told: Set<StoreCode> = []
    for market in settings.markets where !market.isInGuides && told.insert(market).inserted {
      let known = StoreCode.known.map(\.text)
      let closest = Suggestions.closest(to: market.text, among: known)
      messages.warn(
        "market '\(market)' is in no guide; it is used as given"
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
