package import IAPCore
package import IAPRemote

/// The chosen backend, with everything that must be read before it is opened.
package enum Backend: Sendable {
  case store(path: String, patience: Duration, clock: Instant?)
  case server(Server)

  package struct Server: Sendable {
    package let api: RemoteAPI
    package let access: RemoteAccess
    package let policy: RetryPolicy
    package let certificateFile: String?
    package let proxies: [String: String]
    /// The shared rate limit and retry budget of a batch; nil outside of a batch.
    package let limits: BatchLimits?
    /// Is called with a line for each attempt of a request.
    package let trace: @Sendable (String) -> Void
    /// Is called with information that a response contains in addition to the result.
    package let notice: @Sendable (RemoteNotice) -> Void
  }

  /// The app key of the server. Nil for a fixture store, or if there is none.
  var appKey: Secret? {
    if case .server(let server) = self { server.access.appKey } else { nil }
  }
}
