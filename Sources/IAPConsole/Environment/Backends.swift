package import IAPBatch
package import IAPCore
package import IAPRemote

/// Where purchases and their journal are kept.
package protocol Backends: Sendable {
  /// The service of a backend; called when a command first needs it.
  func service(of backend: OpenBackend) throws(IAPError) -> any IAPService
  /// The names that a backend knows, for a shell that completes one. Nothing is changed for it, and
  /// nobody is asked over a network.
  func names(in backend: Backend, _ query: NameQuery) throws(IAPError) -> [Candidate]
  /// The journal of consumes in a file, which is not opened yet.
  ///
  /// - Parameter patience: how long it may wait for the locks of other processes.
  func journal(at path: String, patience: Duration) throws(IAPError) -> any Journal
}

/// A backend with all that has to be read before it is opened.
package enum OpenBackend: Sendable {
  case store(path: String, patience: Duration, clock: Instant?)
  /// - Parameters:
  ///   - pace: what a batch of consumes keeps to.
  ///   - trace: is told of each attempt at a request.
  ///   - notice: is told what an answer says beside what was asked for.
  case remote(
    RemoteAPI, RemoteAccess, RetryPolicy, certificateFile: String?, proxies: [String: String],
    pace: RateLimiter?, trace: @Sendable (String) -> Void, notice: @Sendable (RemoteNotice) -> Void)
}

extension OpenBackend {
  /// The app key of a server, where it has one.
  var appKey: Secret? {
    switch self {
    case .remote(_, let access, _, _, _, _, _, _): access.appKey
    case .store: nil
    }
  }
}

/// Where purchases are kept.
package enum Backend: Hashable, Sendable {
  /// A fixture store in a file, and how it is opened.
  case store(path: String, patience: Duration, clock: Instant?)
  case remote(RemoteBackend)
}
