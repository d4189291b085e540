package import IAPCore
import JSON
import SQLite

/// A store at one instant, inside one transaction. Its extensions are the rules of IAP, one file
/// for each operation.
package struct StoreSession {
  let connection: Connection
  package private(set) var now: Instant
  /// The latest numbers, while many are generated; nil if each generated number is looked up.
  var numberCache: NumberCache?
  /// What was read before of the same version of the file; nil in a transaction that can write.
  var settingsCache: SettingsCache?
  /// Reports the number of events that were written so far; nil at the end.
  var report: @Sendable (_ done: Int?) -> Void = { _ in }

  func at(_ time: Instant) -> StoreSession {
    var session = self
    session.now = time
    return session
  }

  /// The table `store`, which every operation reads.
  struct Settings {
    var appKey: Secret
    var appSeq: Int64
    /// Those of the app in Gamebase.
    var secretKey: Secret
    var appID: Identifier
    /// Nil if the store follows the real time.
    var clock: Instant?
  }

  /// Rows that almost every query needs and that rarely change.
  final class SettingsCache {
    /// ``Connection/dataVersion()`` of the transaction that read the rest.
    let version: UInt32
    var settings: Settings?
    var switchedOff: [StoreCode]?
    var isAnyAvailable: Bool?
    var hasFaults: Bool?
    /// No event is due at this instant or before.
    var nothingDueUntil: Instant?

    init(version: UInt32) { self.version = version }
  }

  static func settings(of connection: Connection) throws -> Settings {
    let settings = try connection.first(
      "SELECT appKey, appSeq, secretKey, appId, clock FROM store WHERE id = 1"
    ) {
      Settings(
        appKey: Secret($0.text("appKey") ?? ""), appSeq: $0.integer("appSeq") ?? 0,
        secretKey: Secret($0.text("secretKey") ?? ""), appID: Identifier($0.text("appId") ?? ""),
        clock: $0.integer("clock").map(Instant.init))
    }
    guard let settings else {
      throw DatabaseProblem.damaged("it has no settings")
    }
    return settings
  }

  /// True if an event at or before ``now`` has not been written yet.
  func isAnythingDue() throws -> Bool {
    if let nothingDueUntil = settingsCache?.nothingDueUntil, now <= nothingDueUntil { return false }
    let isDue = try connection.finds(
      """
      SELECT 1 WHERE EXISTS (
          SELECT 1 FROM purchase WHERE status IN ('ACTIVE', 'CANCELED') AND expiryTime <= ?1)
        OR EXISTS (
          SELECT 1 FROM purchase INDEXED BY purchaseInBilling
          CROSS JOIN user ON user.userID = purchase.userID
          WHERE purchase.status IN ('IN_GRACE_PERIOD', 'ON_HOLD')
            AND (user.billing = 'ok' OR (user.billing = 'failing' AND purchase.expiryTime <= ?1)))
      """, [.integer(now.milliseconds)])
    if !isDue { settingsCache?.nothingDueUntil = now }
    return isDue
  }

  /// The tables and the conditions of an operation, without those on the market.
  struct Scope {
    /// A FROM clause with the table `product`.
    let source: String
    var filter = Filter()

    static let products = Scope(source: "product")
    static let purchases = Scope(
      source: "purchase JOIN product ON product.id = purchase.productID")
    static let receipts = Scope(source: "receipt JOIN product ON product.id = receipt.productID")
    static let deferrals = Scope(
      source: "deferral JOIN product ON product.id = deferral.productID")

    func requiring(_ condition: String, _ values: Value...) -> Scope {
      var scope = self
      scope.filter.require(condition, values)
      return scope
    }
  }

  /// An error for each market that is switched off. If `markets` is empty, only the markets in
  /// which the operation would have found something count.
  func failures(of markets: [StoreCode], in scope: Scope?) throws -> [MarketFailure] {
    try failuresOfMarkets().filter { failure in
      guard markets.isEmpty else { return markets.contains(failure.market) }
      guard let rows = scope?.requiring("product.storeCode = ?", .text(failure.market.text))
      else { return false }
      return try connection.finds(
        "SELECT 1 FROM \(rows.source) \(rows.filter.clause) LIMIT 1", rows.filter.values)
    }
  }

  /// An error for each market that is switched off.
  func failuresOfMarkets() throws -> [MarketFailure] {
    try switchedOff().map { MarketFailure($0, .iap(.storeNotAvailable, .marketSwitchedOff($0))) }
  }

  func switchedOff() throws -> [StoreCode] {
    if let off = settingsCache?.switchedOff { return off }
    let off = try connection.all("SELECT storeCode FROM market WHERE available = 0 ORDER BY id") {
      StoreCode($0.text(0) ?? "")
    }
    settingsCache?.switchedOff = off
    return off
  }

  /// True if at least one of `markets` is switched on. An empty list means all markets.
  func isAnyAvailable(of markets: [StoreCode]) throws -> Bool {
    let off = try switchedOff()
    if off.isEmpty { return true }
    if !markets.isEmpty { return markets.contains { !off.contains($0) } }
    if let isAnyAvailable = settingsCache?.isAnyAvailable { return isAnyAvailable }
    let all = try connection.all(
      "SELECT storeCode FROM market UNION SELECT storeCode FROM product"
    ) { StoreCode($0.text(0) ?? "") }
    let isAnyAvailable = all.isEmpty || all.contains { !off.contains($0) }
    settingsCache?.isAnyAvailable = isAnyAvailable
    return isAnyAvailable
  }

  /// Throws if a market is switched off.
  func requireAvailable(_ market: StoreCode) throws {
    if let failure = try failures(of: [market], in: nil).first { throw failure.error }
  }
}
