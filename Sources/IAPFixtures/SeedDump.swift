import IAPCore
import JSON
import SQLite

/// Writes a store as a seed: every key, in the order of the rows, one row a line. Loading it into a
/// new store recreates the store exactly.
struct SeedDump {
  let session: StoreSession

  private static let pieceSize = 1 << 16

  func write(to sink: ([UInt8]) throws -> Void) throws {
    var bytes: [UInt8] = []
    let settings = try StoreSession.settings(of: session.connection)
    bytes += "{\n  \"format\": \(Seed.format),\n  \"appKey\": ".utf8
    JSONWriter.append(string: settings.appKey.revealed, to: &bytes)
    bytes += ",\n  \"appSeq\": \(settings.appSeq),\n  \"clock\": ".utf8
    JSONWriter.append(.text(settings.clock?.description), to: &bytes)
    for section in Self.sections {
      bytes += ",\n  \"\(section.format.place)\": [".utf8
      var isFirst = true
      try session.connection.rows(section.query) { row in
        bytes += (isFirst ? "\n    " : ",\n    ").utf8
        isFirst = false
        let members = try section.format.keys.map { key in
          JSONValue.Member(key.name, try value(of: key, in: row))
        }
        JSONWriter.append(.object(members), to: &bytes)
        if bytes.count >= Self.pieceSize {
          try sink(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      bytes += (isFirst ? "]" : "\n  ]").utf8
    }
    bytes += "\n}\n".utf8
    try sink(bytes)
  }

  /// A list of the seed, and the query for its rows, with one column for each key.
  private struct Section: Sendable {
    let format: JSONFormat
    let query: String

    /// - Parameters:
    ///   - isSold: true if each row refers to a product, whose market and identifier are keys as
    ///     well.
    ///   - columns: SQL expressions for the keys that are not the name of a column.
    init(
      _ format: JSONFormat, of table: String, isSold: Bool = false,
      _ columns: KeyValuePairs<String, String> = [:]
    ) {
      let ofProduct: Set = isSold ? ["storeCode", "productIdentifier"] : []
      let selected = format.keys.map { key in
        let column = columns.first { $0.key == key.name }?.value
        let owner = ofProduct.contains(key.name) ? "product" : table
        return "\(column ?? "\(owner).\(key.name)") AS \"\(key.name)\""
      }
      self.format = format
      query = """
        SELECT \(selected.joined(separator: ", ")) FROM \(table)
        \(isSold ? "JOIN product ON product.id = productID" : "") ORDER BY \(table).id
        """
    }
  }

  private static let sections = [
    Section(SeedFormat.markets, of: "market"), Section(SeedFormat.products, of: "product"),
    Section(SeedFormat.users, of: "user", ["monthlyLimit": "NULL"]),
    Section(
      SeedFormat.purchases, of: "purchase", isSold: true,
      ["originalTransactionIdentifier": PurchaseRow.original]),
    Section(SeedFormat.transactions, of: "receipt", isSold: true),
    Section(SeedFormat.deferred, of: "deferral", isSold: true),
    Section(SeedFormat.faults, of: "fault", ["on": "operation"]),
  ]

  private func value(of key: JSONFormat.Key, in row: Row) throws -> JSONValue {
    switch key.kind {
    case "boolean": .flag(row.flag(key.name))
    case "number": row.integer(key.name).map { .integer($0) } ?? .null
    case "decimal": row.text(key.name).map(JSONValue.number) ?? .null
    case "instant": .text(row.integer(key.name).map { Instant($0).description })
    case "object": .object(try limits(of: row.text("userID")))
    default: .text(row.text(key.name))
    }
  }

  private func limits(of user: String?) throws -> [JSONValue.Member] {
    try session.connection.all(
      "SELECT currency, amount FROM monthlyLimit WHERE userID = ? ORDER BY currency",
      [.text(user)],
      make: { .init($0.text("currency") ?? "", .number($0.text("amount") ?? "0")) })
  }
}
