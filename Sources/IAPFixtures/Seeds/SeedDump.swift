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

  /// - Parameter sink: also gets the number of rows so far.
  func write(to sink: ([UInt8], _ rows: Int) throws -> Void) throws {
    var (bytes, count) = ([UInt8](), 0)
    let settings = try StoreSession.settings(of: session.connection)
    bytes += "{\n  \"format\": \(SeedList.format),\n  \"appKey\": ".utf8
    JSONWriter.append(string: settings.appKey.revealed, to: &bytes)
    bytes += ",\n  \"appSeq\": \(settings.appSeq),\n  \"secretKey\": ".utf8
    JSONWriter.append(string: settings.secretKey.revealed, to: &bytes)
    bytes += ",\n  \"appId\": ".utf8
    JSONWriter.append(string: settings.appID.text, to: &bytes)
    bytes += ",\n  \"clock\": ".utf8
    JSONWriter.append(.text(settings.clock?.description), to: &bytes)
    for list in SeedList.all where hasLog || list !== SeedList.events {
      try write(list, &bytes, &count, to: sink)
    }
    bytes += "\n}\n".utf8
    try sink(bytes, count)
  }

  /// Appends the rows of a list. They go from the columns to the text without values in between,
  /// which takes 0.4 of the time.
  private func write(
    _ list: SeedList, _ bytes: inout [UInt8], _ count: inout Int,
    to sink: ([UInt8], _ rows: Int) throws -> Void
  ) throws {
    bytes += ",\n  \"\(list.name)\": [".utf8
    let kinds = list.keys.map(\.member.schema.kindOfCell)
    let writer = JSONRecordWriter(
      list.keys.enumerated().map { ($1.name, $0) }, showsSecrets: true)
    var isFirst = true
    var record = RecordBatch(width: kinds.count)
    try session.connection.rows(list.query) { row in
      bytes += (isFirst ? "\n    " : ",\n    ").utf8
      (isFirst, count) = (false, count + 1)
      record.removeAll()
      for (index, kind) in kinds.enumerated() {
        if kind == .nested {
          try appendLimits(of: row.text("userID"), to: &record)
        } else {
          record.append(row, index, as: kind)
        }
      }
      record.read { writer.append(0, of: $0, to: &bytes) }
      if bytes.count >= Self.pieceSize {
        try sink(bytes, count)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    bytes += (isFirst ? "]" : "\n  ]").utf8
  }

  private func appendLimits(of user: String?, to record: inout RecordBatch) throws {
    let limits: [JSONValue.Member] = try session.connection.all(
      "SELECT currency, amount FROM monthlyLimit WHERE userID = ? ORDER BY currency",
      [.text(user)],
      make: { .init($0.text("currency") ?? "", .number($0.text("amount") ?? "0")) })
    record.appendNested(short: "") { JSONWriter.append(.object(limits), to: &$0) }
  }
}

extension SeedList {
  /// The query for the rows, with one column for each key.
  fileprivate var query: String {
    let selected = keys.map { key in
      "\(key.source ?? "\(table).\(key.column ?? "")") AS \"\(key.name)\""
    }
    return """
      SELECT \(selected.joined(separator: ", ")) FROM \(table) \(joined) ORDER BY \(table).id
      """
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
