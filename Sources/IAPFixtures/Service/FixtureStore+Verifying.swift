package import IAPCore
import SQLite

extension FixtureStore {
  /// Sets how a market verifies purchases from now on. The market may be new to the store.
  ///
  /// - Returns: the event of the change.
  /// - Throws: `usage` for a market other than the App Store, which has no such setting.
  package func setVerification(
    of market: StoreCode, to verification: Verification
  ) throws(IAPError) -> [StoreEvent] {
    guard market == .appStore else {
      throw .iapctl(.usage, .change(.noVerification(market)))
    }
    return try change { session in
      let position = try session.lastEvent()
      try session.set(verification, of: market)
      return try session.allEvents(after: position)
    }
  }
}
