import IAPCore
import JSON
import Records
import SQLite

/// Writes a store as a seed: every key, in the order of the rows, one row a line. Loading it into a
/// new store recreates the store exactly.
struct SeedDump {
  let session: StoreSession
  /// Whether the log of the store is written as well.
  let hasLog: Bool

  private static let pieceSize = 1 << 16

  func write(to sink: ([UInt8]) throws -> Void) throws {
    var bytes: [UInt8] = []
    let settings = try StoreSession.settings(of: session.connection)
    bytes += "{\n  \"format\": \(Seed.format),\n  \"appKey\": ".utf8
    JSONWriter.append(string: settings.appKey.revealed, to: &bytes)
    bytes += ",\n  \"appSeq\": \(settings.appSeq),\n  \"secretKey\": ".utf8
    JSONWriter.append(string: settings.secretKey.revealed, to: &bytes)
    bytes += ",\n  \"appId\": ".utf8
    JSONWriter.append(string: settings.appID.text, to: &bytes)
    bytes += ",\n  \"clock\": ".utf8
    JSONWriter.append(.text(settings.clock?.description), to: &bytes)
    for section in Self.sections { try write(section, &bytes, to: sink) }
    if hasLog { try write(Self.log, &bytes, to: sink) }
    bytes += "\n}\n".utf8
    try sink(bytes)
  }

  /// Appends the rows of a section. They go from the columns to the text without values in between,
  /// which takes 0.4 of the time.
  private func write(
    _ section: Section, _ bytes: inout [UInt8], to sink: ([UInt8]) throws -> Void
  ) throws {
    bytes += ",\n  \"\(section.name)\": [".utf8
    var isFirst = true
    var record = RecordBatch(width: section.kinds.count)
    try session.connection.rows(section.query) { row in
      bytes += (isFirst ? "\n    " : ",\n    ").utf8
      isFirst = false
      record.removeAll()
      for (index, kind) in section.kinds.enumerated() {
        if kind == .nested {
          try appendLimits(of: row.text("userID"), to: &record)
        } else {
          record.append(row, index, as: kind)
        }
      }
      record.read { section.writer.append(0, of: $0, to: &bytes) }
      if bytes.count >= Self.pieceSize {
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    bytes += (isFirst ? "]" : "\n  ]").utf8
  }

  /// A list of the seed, and the query for its rows, with one column for each key.
  private struct Section: Sendable {
    let name: String
    let query: String
    /// The kinds of the columns.
    let kinds: [RecordBatch.Kind]
    let writer: JSONRecordWriter

    /// - Parameters:
    ///   - source: tables that are joined.
    ///   - isSold: true if each row refers to a product, whose market and identifier are keys as
    ///     well.
    ///   - columns: SQL expressions for the keys that are not the name of a column.
    init(
      _ format: JSONSchema.Object, of table: String, joining source: String = "",
      isSold: Bool = false,
      _ columns: KeyValuePairs<String, String> = [:]
    ) {
      let ofProduct: Set = isSold ? ["storeCode", "productIdentifier"] : []
      let selected = format.members.map { key in
        let column = columns.first { $0.key == key.name }?.value
        let owner = ofProduct.contains(key.name) ? "product" : table
        return "\(column ?? "\(owner).\(key.name)") AS \"\(key.name)\""
      }
      name = format.name ?? ""
      kinds = format.members.map(\.schema.kindOfCell)
      writer = JSONRecordWriter(
        format.members.enumerated().map { ($1.name, $0) }, showsSecrets: true)
      query = """
        SELECT \(selected.joined(separator: ", ")) FROM \(table)
        \(isSold ? "JOIN product ON product.id = productID" : source) ORDER BY \(table).id
        """
    }
  }

  private static let sections = [
    Section(SeedMarket.fields.schema, of: "market"),
    Section(SeedProduct.fields.schema, of: "product"),
    Section(SeedUser.fields.schema, of: "user", ["monthlyLimit": "NULL"]),
    Section(
      SeedPurchase.fields.schema, of: "purchase", isSold: true,
      ["originalTransactionIdentifier": PurchaseRow.original]),
    Section(SeedTransaction.fields.schema, of: "receipt", isSold: true),
    Section(SeedDeferral.fields.schema, of: "deferral", isSold: true),
    Section(SeedFormat.faults, of: "fault", ["on": "operation"]),
  ]

  private static let log = Section(
    SeedEvent.fields.schema, of: "event",
    joining: "LEFT JOIN purchase ON purchase.id = event.purchaseID",
    ["paymentSeq": "purchase.paymentSeq", "userID": "coalesce(purchase.userID, event.userID)"])

  private func appendLimits(of user: String?, to record: inout RecordBatch) throws {
    let limits: [JSONValue.Member] = try session.connection.all(
      "SELECT currency, amount FROM monthlyLimit WHERE userID = ? ORDER BY currency",
      [.text(user)],
      make: { .init($0.text("currency") ?? "", .number($0.text("amount") ?? "0")) })
    record.appendNested(short: "") { JSONWriter.append(.object(limits), to: &$0) }
  }
}

extension JSONSchema {
  /// The kind of the cells with such values.
  fileprivate var kindOfCell: RecordBatch.Kind {
    switch self {
    case .nullable(let schema): schema.kindOfCell
    case .secret: .secret
    case .flag: .flag
    case .integer: .number
    case .decimal: .amount
    case .instant: .instant
    case .object, .map, .list: .nested
    case .text, .choice, .digits, .period, .duration: .text
    }
  }
}
