import JSON

/// A list of a seed: its keys, and the table of the store that has its elements. Reading, loading, dumping and
/// the manual page are made from it.
final class SeedList: Sendable {
  /// The key of the list in the seed; empty for the seed itself.
  let name: String
  let table: String
  let keys: [SeedKey]
  /// The keys that identify an element.
  let identity: Set<String>
  let schema: JSONSchema.Object
  /// The tables that a dump joins.
  let joined: String
  /// Refuses values that exclude each other.
  let check: @Sendable (SeedRecord) throws(JSONProblem) -> Void

  /// - Parameter isSold: whether each element refers to a product, by its market and its identifier.
  init(
    _ name: String = "", of table: String, summary: String, identity: Set<String> = [],
    isSold: Bool = false, joining other: String = "", _ keys: [SeedKey],
    check: @escaping @Sendable (SeedRecord) throws(JSONProblem) -> Void = { _ in }
  ) {
    let ofProduct: Set = isSold ? ["storeCode", "productIdentifier"] : []
    (self.name, self.table, self.identity) = (name, table, identity)
    self.keys = keys.map { ofProduct.contains($0.name) ? $0.ofProduct : $0 }
    self.check = check
    joined = isSold ? "JOIN product ON product.id = productID" : other
    schema = JSONSchema.Object(
      name.isEmpty ? nil : name, keys.map(\.member), summary: summary, isClosed: true)
  }

  /// - Parameter key: the name of a key, written in the code.
  func place(of key: String) -> Int {
    guard let place = keys.firstIndex(where: { $0.name == key }) else {
      preconditionFailure("\(key) is no key of \(name.isEmpty ? "a seed" : name)")
    }
    return place
  }
}
