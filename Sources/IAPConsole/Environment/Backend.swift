package import IAPCore
package import IAPRemote

/// Where purchases are kept, with all that has to be read before it is opened.
package enum Backend: Sendable {
  case store(path: String, patience: Duration, clock: Instant?)
  /// - Parameters:
  ///   - limits: what a batch of consumes keeps to.
  ///   - trace: is told of each attempt at a request.
  ///   - notice: is told what an answer says beside what was asked for.
  case remote(
    RemoteAPI, RemoteAccess, RetryPolicy, certificateFile: String?, proxies: [String: String],
    limits: BatchLimits?, trace: @Sendable (String) -> Void,
    notice: @Sendable (RemoteNotice) -> Void)

  /// The app key of a server, where it has one.
  var appKey: Secret? {
    switch self {
    case .remote(_, let access, _, _, _, _, _, _): access.appKey
    case .store: nil
    }
  }
}
