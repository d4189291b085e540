package import IAPCore
import SQLite

/// What a test does with the store of a server.
extension FixtureStore {
  /// Sets or advances the clock permanently, and writes the events up to then.
  ///
  /// - Returns: the new time.
  /// - Throws: `clockFollowsRealTime` if a store without a clock of its own is advanced.
  package func moveClock(by change: ClockChange) throws(IAPError) -> Instant {
    if case .advance(let period) = change { return try advance(by: period).to }
    do {
      try file.requireWritable()
      return try transaction {
        try Self.session(of: connection, at: options.realTime(), options).moveClock(by: change)
      }
    } catch {
      throw file.explain(change: error)
    }
  }

  /// Replaces all faults by those of a seed.
  ///
  /// - Returns: the number of faults.
  package func replaceFaults(by seed: SeedText) throws(IAPError) -> Int {
    try change { session in
      try session.connection.run("DELETE FROM fault")
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

extension SeedText {
  package var purchaseCount: Int { contents.purchaseCount }
}
