package import IAPCore
import SQLite

extension FixtureStore {
  /// The lists of a store by the names that a seed gives them, with the number of rows that
  /// ``check()`` looks at.
  package func sizes() throws(IAPError) -> [(list: String, rows: Int64)] {
    let lists = [
      ("markets", "market"), ("products", "product"), ("users", "user"), ("purchases", "purchase"),
      ("transactions", "receipt"), ("deferred", "deferral"), ("faults", "fault"),
      ("events", "event"),
    ]
    do {
      return try lists.map { list, table in
        let rows = try connection.first(
          "SELECT count(*) FROM \(table)", make: { $0.integer(0) ?? 0 })
        return (list, rows ?? 0)
      }
    } catch {
      throw file.explain(error)
    }
  }
}
