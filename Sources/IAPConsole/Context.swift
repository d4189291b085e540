import IAPCore

/// What a running command has: the environment, its settings, and the service, made when it is
/// first asked for.
struct Context: Sendable {
  let environment: Environment
  let settings: Settings
  let messages: Messages

  /// Opens the backend.
  func service() throws -> any IAPService {
    let service: any IAPService
    do {
      service = try environment.openService(try settings.backend())
    } catch {
      throw settings.blame(error)
    }
    return settings.isVerbose
      ? TracedService(service, clock: environment.monotonicTime, trace: messages.trace) : service
  }
}
