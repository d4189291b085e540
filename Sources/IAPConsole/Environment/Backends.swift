package import IAPBatch
package import IAPCore

/// Makes the services and the journal.
package protocol Backends: Sendable {
  /// The service of a backend. A command calls it when it first needs the service.
  func service(of backend: Backend) throws(IAPError) -> any IAPService
  /// The names in a fixture store, for completion. The store is only read.
  func names(at path: String, _ query: NameQuery) throws(IAPError) -> [Candidate]
  /// The journal in a file. The file is not opened yet.
  ///
  /// - Parameter patience: the maximum time to wait for locks of other processes.
  func journal(at path: String, patience: Duration) throws(IAPError) -> any Journal
}
