package import IAPCore
import SQLite

/// What a test does with the store of a server.
extension FixtureStore {
  /// Returns to the state that the store had when this connection was made, in one transaction. What
  /// other processes have changed since then is undone as well.
  package func reset() throws(IAPError) {
    try file.requireWritable()
    guard let snapshot else { throw .iapctl(.bug, .bug("a store without a snapshot was reset")) }
    try file.explaining { try snapshot.restore(into: connection) }
  }

  /// The time of the system, whatever the store's clock says.
  package nonisolated var realTime: Instant { options.realTime() }

  /// The number of statements that the store keeps prepared. It must not depend on what is asked.
  package var keptStatements: Int { connection.keptStatements }

  /// The key that a call to the server must have.
  package func key(_ credential: Credential) throws(IAPError) -> Secret {
    let settings = try file.explaining { try context().settings }
    return switch credential {
    case .appKey: settings.appKey
    case .secretKey: settings.secretKey
    }
  }

  /// Throws if the store cannot be read, or if its file is not at its path any more.
  package func requireAnswer() throws(IAPError) {
    try requireSameFile()
    _ = try file.explaining { try StoreSession.settings(of: connection) }
  }
}
