import IAPCore
import SQLite

extension StoreSession {
  /// Sets the store's clock to ``now`` permanently and writes the events up to then. A time before
  /// the current one is refused.
  ///
  /// - Parameter realTime: the current time of a store that has no clock of its own.
  func moveClock(from realTime: Instant) throws {
    let clock = try StoreSession.settings(of: connection).clock
    if let floor = try clock ?? latestEvent(until: realTime), now < floor {
      throw IAPError.iapctl(.clockMovedBack, .clockBack(to: now, from: floor))
    }
    // What happens at the present time happens before the clock moves.
    if let clock { try at(clock).bringUpToDate() }
    try connection.run("UPDATE store SET clock = ?", [.integer(now.milliseconds)])
    try bringUpToDate()
  }

  /// The time of the last purchase, expiry or event in a store that follows the real time.
  private func latestEvent(until realTime: Instant) throws -> Instant? {
    let latest = try connection.first(
      """
      SELECT max(time) FROM (
        SELECT max(purchaseTime) AS time FROM purchase UNION ALL
        SELECT max(expiryTime) FROM purchase WHERE status = 'EXPIRED' AND expiryTime <= ?
        UNION ALL SELECT * FROM (SELECT time FROM event ORDER BY id DESC LIMIT 1))
      """, [.integer(realTime.milliseconds)], make: { $0.integer(0).map(Instant.init) })
    return latest ?? nil
  }

  /// Writes the events up to ``now``, in order of time, and of rows if the time is the same. Then the
  /// subscriptions whose billing is ok again recover, at ``now``: that is when the store learns of it.
  ///
  /// Many small steps of the clock and a large one give the same store.
  func bringUpToDate() throws {
    guard try isAnythingDue() else { return }
    var session = self
    session.numberCache = NumberCache(appKey: try StoreSession.settings(of: connection).appKey)
    try connection.execute("PRAGMA cache_size = -8192")
    defer { report(nil) }
    let renewals = try Renewals(of: session)
    defer { renewals.end() }
    while let window = try session.nextWindow() { try renewals.writeEvents(of: window) }
    while case let recovering = try session.recovering(), !recovering.isEmpty {
      for subscription in recovering { try renewals.recover(subscription) }
    }
    try renewals.finish()
  }
}
