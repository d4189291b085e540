package import IAPBatch
package import IAPCore

/// Where purchases and their journal are kept.
package protocol Backends: Sendable {
  /// The service of a backend; called when a command first needs it.
  func service(of backend: Backend) throws(IAPError) -> any IAPService
  /// The names that a fixture store knows, for a shell that completes one. Nothing is changed for it.
  func names(at path: String, _ query: NameQuery) throws(IAPError) -> [Candidate]
  /// The journal of consumes in a file, which is not opened yet.
  ///
  /// - Parameter patience: how long it may wait for the locks of other processes.
  func journal(at path: String, patience: Duration) throws(IAPError) -> any Journal
}
