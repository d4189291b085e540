package import IAPCore
import SQLite

/// Reads names from a fixture store for shell completion. It changes nothing: it moves no clock,
/// renews nothing and uses up no fault.
package enum StoreCompletions {
  /// The limit for waiting for other processes, and for the whole query. The user waits for it at
  /// every press of the Tab key.
  package static let patience = Duration.milliseconds(100)

  /// The names that match a query, in order.
  ///
  /// - Parameters:
  ///   - realTime: the time of a store that has no clock of its own.
  ///   - monotonicTime: a clock that never goes back.
  package static func names(
    _ query: NameQuery, at path: String, realTime: @escaping @Sendable () -> Instant,
    monotonicTime: @escaping @Sendable () -> Duration
  ) throws(IAPError) -> [Candidate] {
    let end = monotonicTime() + patience
    let options = FixtureStore.Options(
      patience: patience, realTime: realTime, stopSignal: { nil })
    let file = try StoreFile(existing: path, options: options)
    return try file.explaining {
      let connection = try file.openForCompletion()
      connection.watch { monotonicTime() > end }
      return try connection.transaction(writing: false) {
        let now = try StoreSession.settings(of: connection).clock ?? options.realTime()
        return try StoreSession(connection: connection, now: now).names(query)
      }
    }
  }
}

extension StoreSession {
  /// Users and markets need not be declared, so other tables have their names too.
  static let tablesOfUsers = ["user", "purchase", "receipt", "deferral"]
  static let tablesOfMarkets = ["market", "product"]

  /// The names that match a query, in order. Rows that cannot match are not read.
  func names(_ query: NameQuery) throws -> [Candidate] {
    switch query.subject {
    case .products: try products(named: query)
    case .users: try distinct("userID", in: Self.tablesOfUsers, query)
    case .markets: try distinct("storeCode", in: Self.tablesOfMarkets, query)
    case .unconsumedPayments: try unconsumed(named: query)
    case .payments: try payments(named: query, Filter())
    }
  }

  private func products(named query: NameQuery) throws -> [Candidate] {
    var filter = Filter()
    filter.require("product.productIdentifier", beginning: query.beginning)
    filter.require(markets: query.markets, without: try switchedOff())
    let rows = try connection.all(
      ProductRow.selection + filter.clause + " GROUP BY product.productIdentifier"
        + " ORDER BY product.productIdentifier LIMIT ?",
      filter.values + [.integer(Int64(query.limit))], make: ProductRow.init)
    return rows.map { row in
      let product = row.product
      return Candidate(
        product.productIdentifier.text,
        about: product.localizedTitle ?? product.productName ?? "")
    }
  }

  private func unconsumed(named query: NameQuery) throws -> [Candidate] {
    let owner = query.user.map { UnconsumedQuery.Owner.user($0) } ?? .everyone
    guard let filter = unconsumedScope(UnconsumedQuery(owner: owner))?.filter else { return [] }
    return try payments(named: query, filter)
  }

  private func payments(named query: NameQuery, _ filter: Filter) throws -> [Candidate] {
    var filter = filter
    filter.require("purchase.paymentSeq", beginning: query.beginning)
    filter.require(markets: query.markets, without: try switchedOff())
    let rows = try connection.all(
      PurchaseRow.selection + filter.clause + " ORDER BY purchase.paymentSeq LIMIT ?",
      filter.values + [.integer(Int64(query.limit))], make: PurchaseRow.init)
    return rows.map { row in
      let purchase = row.purchase
      let details = [
        purchase.userID?.text, purchase.productIdentifier?.text, purchase.price?.digits,
        purchase.currency,
      ]
      return Candidate(
        purchase.paymentSeq.text, about: details.compactMap { $0 }.joined(separator: " "))
    }
  }

  /// The distinct values of a column in several tables. Each value is found from the one before, so
  /// an indexed column is not scanned.
  private func distinct(
    _ column: String, in tables: [String], _ query: NameQuery
  ) throws -> [Candidate] {
    let next = { (comparison: String) in
      "(SELECT min(value) FROM ("
        + tables.map { "SELECT min(\(column)) AS value FROM \($0) WHERE \(column) \(comparison)" }
        .joined(separator: " UNION ALL ") + "))"
    }
    let (lowest, highest) = Filter.range(beginning: query.beginning)
    return try connection.all(
      """
      WITH RECURSIVE name (value) AS (
        SELECT \(next(">= ?1"))
        UNION ALL SELECT \(next("> name.value")) FROM name WHERE name.value < ?2
      ) SELECT value FROM name WHERE value < ?2 LIMIT ?3
      """, [.text(lowest), .text(highest), .integer(Int64(query.limit))],
      make: { Candidate($0.text(0) ?? "") })
  }
}
