package import IAPCore
import SQLite

/// What a test does with the store of a server.
extension FixtureStore {
  /// Returns to the state that the store had when this connection was made, in one transaction. What
  /// other processes have changed since then is undone as well.
  package func reset() throws(IAPError) {
    try file.requireWritable()
    guard let snapshot else { throw .iapctl(.bug, .bug("a store without a snapshot was reset")) }
    do {
      try snapshot.restore(into: connection)
    } catch {
      throw file.explain(error)
    }
  }

  /// The time of the system, whatever the store's clock says.
  package nonisolated var realTime: Instant { options.realTime() }

  /// The number of statements that the store keeps prepared. It must not depend on what is asked.
  package var keptStatements: Int { connection.keptStatements }

  /// The key that a call to the server must have.
  package func key(_ credential: Credential) throws(IAPError) -> Secret {
    do {
      let settings = try context().settings
      return switch credential {
      case .appKey: settings.appKey
      case .secretKey: settings.secretKey
      }
    } catch {
      throw file.explain(error)
    }
  }

  /// Throws if the store cannot be read, or if its file is not at its path any more.
  package func requireAnswer() throws(IAPError) {
    try requireSameFile()
    do {
      _ = try StoreSession.settings(of: connection)
    } catch {
      throw file.explain(error)
    }
  }
}
