package import IAPCore
import SQLite

/// What a test does with the store of a server.
extension FixtureStore {
  /// Adds the faults of a seed, or replaces all by them.
  ///
  /// - Returns: the number of faults of the store.
  package func addFaults(of seed: SeedText, replacing: Bool = false) throws(IAPError) -> Int {
    try change { session in
      if replacing { try session.connection.run("DELETE FROM fault") }
      try seed.contents.each { (new: SeedFault) in try session.insert(new.planned()) }
      return try session.plannedFaults().count
    }
  }

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
