package import IAPCore
package import IAPRemote

/// The chosen backend, with everything that must be read before it is opened.
package enum Backend: Sendable {
  case store(path: String, patience: Duration, clock: Instant?)
  /// - Parameters:
  ///   - limits: the shared rate limit and retry budget of a batch; nil outside of a batch.
  ///   - trace: is called with a line for each attempt of a request.
  ///   - notice: is called with information that a response contains in addition to the result.
  case remote(
    RemoteAPI, RemoteAccess, RetryPolicy, certificateFile: String?, proxies: [String: String],
    limits: BatchLimits?, trace: @Sendable (String) -> Void,
    notice: @Sendable (RemoteNotice) -> Void)

  /// The app key of the server. Nil for a fixture store, or if there is none.
  var appKey: Secret? {
    switch self {
    case .remote(_, let access, _, _, _, _, _, _): access.appKey
    case .store: nil
    }
  }
}
