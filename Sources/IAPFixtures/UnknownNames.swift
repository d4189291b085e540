import IAPCore
import SQLite

extension StoreSession {
  /// The most known names that an unknown name is compared with. If the store has more, the names
  /// with the same first two characters are compared as well.
  private static let mostCompared = 20_000

  /// The given names that the store does not have, each once.
  func unknownNames(among names: GivenNames) throws -> [UnknownName] {
    let given: [(NameQuery.Subject, String, [String], [String])] = [
      (.users, "userID", Self.tablesOfUsers, names.users.map(\.text)),
      (.products, "productIdentifier", ["product"], names.products.map(\.text)),
      (.markets, "storeCode", Self.tablesOfMarkets, names.markets.map(\.text)),
    ]
    var unknown: [UnknownName] = []
    for (subject, column, tables, names) in given {
      for name in names where try !has(name, as: column, in: tables) {
        let found = UnknownName(subject, name, known: try candidates(subject, for: name))
        if !unknown.contains(found) { unknown.append(found) }
      }
    }
    return unknown
  }

  private func has(_ name: String, as column: String, in tables: [String]) throws -> Bool {
    try tables.contains { table in
      try connection.first(
        "SELECT 1 FROM \(table) WHERE \(column) = ? LIMIT 1", [.text(name)], make: { _ in true })
        ?? false
    }
  }

  private func candidates(_ subject: NameQuery.Subject, for name: String) throws -> [String] {
    func names(beginning: String) throws -> [String] {
      try self.names(NameQuery(subject, beginning: beginning, limit: Self.mostCompared))
        .map(\.text)
    }
    let first = try names(beginning: "")
    guard first.count == Self.mostCompared else { return first }
    return first + (try names(beginning: String(name.prefix(2))))
  }
}
