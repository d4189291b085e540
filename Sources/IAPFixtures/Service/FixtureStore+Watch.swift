import IAPCore
import SQLite
import System

extension FixtureStore {
  /// Throws if the file is not the one that was opened: what is written now would be lost, or mixed
  /// with another store.
  ///
  /// - Parameter outcome: of a change that was made before.
  func requireSameFile(_ outcome: IAPError.Outcome = .notApplied) throws(IAPError) {
    // Calls that share a transaction are checked together.
    guard sharedContext == nil, isReplaced() else { return }
    throw IAPError(.iapctl(.storeReplaced), .file(file.path, .replaced), outcome: outcome)
  }

  func isReplaced() -> Bool { watch?.isReplaced(connection) ?? false }
}
