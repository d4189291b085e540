import CommandLine
import IAPCore
import IAPRemote

/// What a running command has: the environment, its settings, and the service, made when it is
/// first asked for.
struct Context: Sendable {
  let environment: Environment
  let settings: Settings
  let messages: Messages
  /// The options as they were typed.
  var typed = TypedOptions()

  /// Opens the backend.
  func service() throws -> any IAPService { try service(of: try backend(pace: nil)) }

  /// Opens a backend that was made ready.
  func service(of backend: OpenBackend) throws -> any IAPService {
    let service: any IAPService
    do {
      service = try environment.backends.service(of: backend)
    } catch {
      throw settings.blame(error)
    }
    return settings.isVerbose
      ? TracedService(service, clock: environment.clock.monotonicTime, trace: messages.trace)
      : service
  }

  /// The chosen backend with all that has to be read before it is opened; the app key is read once.
  ///
  /// - Parameter pace: what a batch of consumes keeps to.
  func backend(pace: RateLimiter?) throws -> OpenBackend {
    switch try settings.backend() {
    case .store(let path, let patience, let clock):
      return .store(path: path, patience: patience, clock: clock)
    case .remote(let remote):
      let access = try remote.access(appKey: try remote.appKey.map(key))
      let (messages, isVerbose) = (messages, settings.isVerbose)
      warnOfUnknownMarkets()
      let variables = environment.variables
      return .remote(
        remote.api, access, RetryPolicy(retries: remote.retries, limit: remote.patience),
        certificateFile: variables[Variables.certificateFile].flatMap { $0.isEmpty ? nil : $0 },
        proxies: variables.filter { Variables.proxies.contains($0.key) }, pace: pace,
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
        "market '\(market)' is in no guide; it is used as it is given"
          + (closest.map { ". Did you mean '\($0)'?" } ?? ""))
    }
  }

  private func key(_ source: AppKeySource) throws -> Secret {
    switch source {
    case .key(let key): key
    case .file(let path): try readKey(from: path)
    }
  }
}
