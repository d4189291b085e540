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
        appKey: Secret($0.text("appKey") ?? ""), appSeq: $0.integer("appSeq") ?? 0,
        clock: $0.integer("clock").map(Instant.init))
    }
    guard let settings else {
      throw DatabaseProblem.damaged("it has no settings")
    }
    return settings
  }

  /// The rows that an operation looks at, but for their market.
  struct Scope {
    /// Tables of which one is `product`.
    let source: String
    var filter = Filter()

    static let products = Scope(source: "product")
    static let purchases = Scope(
      source: "purchase JOIN product ON product.id = purchase.productID")
    static let receipts = Scope(source: "receipt JOIN product ON product.id = receipt.productID")
    static let deferrals = Scope(
      source: "deferral JOIN product ON product.id = deferral.productID")

    /// The rows of this scope that meet a condition.
    func requiring(_ condition: String, _ values: Value...) -> Scope {
      var scope = self
      scope.filter.require(condition, values)
      return scope
    }
  }

  /// The markets that cannot answer because they are switched off: those named, and where none is
  /// named, those in which the operation would have found something.
  func failures(of markets: [StoreCode], in scope: Scope?) throws -> [MarketFailure] {
    let off = try switchedOff()
    let failed = try off.filter { market in
      guard markets.isEmpty else { return markets.contains(market) }
      guard let rows = scope?.requiring("product.storeCode = ?", .text(market.text)) else {
        return false
      }
      return try connection.first(
        "SELECT 1 FROM \(rows.source) \(rows.filter.clause) LIMIT 1", rows.filter.values,
        make: { _ in true }) ?? false
    }
    return failed.map { MarketFailure($0, .iap(.storeNotAvailable, .marketSwitchedOff($0))) }
  }

  private func switchedOff() throws -> [StoreCode] {
    try connection.all("SELECT storeCode FROM market WHERE available = 0 ORDER BY id") {
      StoreCode($0.text(0) ?? "")
    }
  }

  /// Whether any of the markets named, or of all, is not switched off.
  func isAnyAvailable(of markets: [StoreCode]) throws -> Bool {
    let off = try switchedOff()
    if !markets.isEmpty { return markets.contains { !off.contains($0) } }
    let known = try connection.all(
      "SELECT storeCode FROM market UNION SELECT storeCode FROM product"
    ) { StoreCode($0.text(0) ?? "") }
    return known.isEmpty || known.contains { !off.contains($0) }
  }

  /// Refuses a market that was switched off.
  func requireAvailable(_ market: StoreCode) throws {
    if let failure = try failures(of: [market], in: nil).first { throw failure.error }
  }
}

/// Conditions of a query and their values, put together piece by piece.
struct Filter {
  private(set) var conditions: [String] = []
  private(set) var values: [Value] = []

  /// Adds a condition with its values.
  mutating func require(_ condition: String, _ values: Value...) { require(condition, values) }

  /// Adds a condition with its values.
  mutating func require(_ condition: String, _ values: [Value]) {
    conditions.append(condition)
    self.values += values
  }

  /// Adds that the market is one of those named, or any, and is not switched off.
  mutating func require(markets: [StoreCode]) {
    require("product.storeCode", oneOf: markets.map(\.text))
    require("product.storeCode NOT IN (SELECT storeCode FROM market WHERE available = 0)")
  }

  /// Adds a condition that a column has one of the values, or none where there are no values.
  mutating func require(_ column: String, oneOf values: [String]) {
    guard !values.isEmpty else { return }
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    conditions.append("\(column) IN (\(places))")
    self.values += values.map(Value.text)
  }

  /// Adds that a column's text begins with the bytes of another.
  mutating func require(_ column: String, beginning: String) {
    let (lowest, highest) = Self.range(beginning: beginning)
    require("\(column) >= ? AND \(column) < ?", .text(lowest), .text(highest))
  }

  /// The texts that begin with a text: from the first value to before the second. No character
  /// comes behind the last one of Unicode.
  static func range(beginning: String) -> (from: String, to: String) {
    (beginning, beginning + "\u{10FFFF}")
  }

  /// `WHERE …`, or nothing.
  var clause: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }
}
