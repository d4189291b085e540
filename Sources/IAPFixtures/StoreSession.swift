import IAPCore
import SQLite

/// A store at one instant, inside one transaction. The rules of IAP are extensions of it, a file
/// for each part of a payment's life.
struct StoreSession {
  let connection: Connection
  let now: Instant
  /// Numbers that must not be generated though nothing has them yet.
  var reserved: Set<Identifier> = []

  /// Its own rows, as every operation reads them.
  struct Settings {
    var appKey: Secret
    var appSeq: Int64
    /// Nil follows the real time.
    var clock: Instant?
  }

  static func settings(of connection: Connection) throws -> Settings {
    let settings = try connection.first("SELECT appKey, appSeq, clock FROM store WHERE id = 1") {
      Settings(
        appKey: Secret($0.text(0) ?? ""), appSeq: $0.integer(1) ?? 0,
        clock: $0.integer(2).map(Instant.init))
    }
    guard let settings else {
      throw SQLiteFailure.settingsMissing
    }
    return settings
  }

  /// The stores that were switched off, of those named, or of all.
  func switchedOff(of markets: [StoreCode]) throws -> [MarketFailure] {
    let off = try connection.all(
      "SELECT storeCode FROM market WHERE available = 0 ORDER BY id"
    ) { StoreCode($0.text(0) ?? "") }
    return off.filter { markets.isEmpty || markets.contains($0) }.map {
      MarketFailure($0, .iap(.storeNotAvailable, .marketSwitchedOff($0)))
    }
  }

  /// Whether any of the markets named, or of all, is not switched off.
  func isAnyAvailable(of markets: [StoreCode]) throws -> Bool {
    let off = Set(try switchedOff(of: []).map(\.market))
    if !markets.isEmpty { return markets.contains { !off.contains($0) } }
    let known = try connection.all(
      "SELECT storeCode FROM market UNION SELECT storeCode FROM product"
    ) { StoreCode($0.text(0) ?? "") }
    return known.isEmpty || known.contains { !off.contains($0) }
  }

  /// Refuses a market that was switched off.
  func requireAvailable(_ market: StoreCode) throws {
    if let failure = try switchedOff(of: [market]).first { throw failure.error }
  }
}

/// A store whose rows cannot be those of a store, though SQLite finds nothing wrong.
enum SQLiteFailure: Error {
  case settingsMissing
}

/// Conditions of a query and their values, put together piece by piece.
struct Filter {
  private(set) var conditions: [String] = []
  private(set) var values: [Value] = []

  /// Adds a condition with its values.
  mutating func require(_ condition: String, _ values: Value...) {
    conditions.append(condition)
    self.values += values
  }

  /// Adds a condition that a column has one of the values, or none where there are no values.
  mutating func require(_ column: String, oneOf values: [String]) {
    guard !values.isEmpty else { return }
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    conditions.append("\(column) IN (\(places))")
    self.values += values.map(Value.text)
  }

  /// `WHERE …`, or nothing.
  var clause: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }
}
