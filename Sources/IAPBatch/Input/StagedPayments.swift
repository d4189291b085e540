import IAPCore
import SQLite

/// The payments of an input, each once. If they are many they are on the disk, in a temporary file
/// that has no name.
final class StagedPayments {
  private let connection: Connection

  init() throws(SQLiteError) {
    connection = try Connection(path: "", access: .create, patience: 0)
    try connection.execute(
      """
      PRAGMA cache_size = -16384;
      PRAGMA temp_store = FILE;
      CREATE TABLE payment (
        row INTEGER PRIMARY KEY, line INTEGER NOT NULL, isRefused INTEGER NOT NULL DEFAULT 0,
        \(Self.names), UNIQUE (paymentSeq)
      );
      """)
  }

  private static let columns = InputColumn.all
  private static let names = InputColumn.names.joined(separator: ", ")
  private static let places = columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
  private static let inserting =
    "INSERT INTO payment (row, line, \(names)) VALUES (?1, ?2, \(places)) "
    + "ON CONFLICT DO NOTHING RETURNING row"
  private static let merging =
    "UPDATE payment SET "
    + columns.enumerated().map { "\($1) = coalesce(\($1), ?\($0 + 2))" }.joined(separator: ", ")
    + " WHERE row = ?1"

  /// Runs `body` as one piece of work; what fails leaves nothing that can be used.
  func fill(_ body: () throws -> Void) throws { try connection.transaction(body) }

  /// What a row adds to the payments.
  enum Addition {
    case payment
    /// The payment is there already.
    case repetition
    case contradiction(Contradiction)
  }

  /// A payment that two rows contradict each other about.
  struct Contradiction {
    let column: InputColumn
    let earlierRow: Int
    let earlierLine: Int
    /// Whether the earlier row had been refused before.
    let isKnown: Bool
  }

  /// Adds what a row says. A payment that was there before keeps its place, and takes on what the
  /// row says beyond that; one that is contradicted is refused from here on.
  ///
  /// - Parameter row: counted from 1.
  func add(_ values: [Value], row: Int, line: Int) throws(SQLiteError) -> Addition {
    let all = [.integer(Int64(row)), .integer(Int64(line))] + values
    if try connection.first(Self.inserting, all, make: { _ in true }) != nil { return .payment }
    let said = ([.paymentSeq] + Self.decisive).map { values[$0.place] }
    let earlier = try connection.first(Self.finding, said) { row in
      (
        row: row.integer(0) ?? 0, line: row.integer(1) ?? 0, isRefused: row.flag(2),
        column: row.text(3)
      )
    }
    guard let earlier else { return .repetition }
    guard let column = earlier.column.flatMap({ name in Self.columns.first { $0.name == name } })
    else {
      try connection.run(Self.merging, [.integer(earlier.row)] + values)
      return .repetition
    }
    try connection.run(Self.refusing, [.integer(earlier.row)])
    return .contradiction(
      Contradiction(
        column: column, earlierRow: Int(earlier.row), earlierLine: Int(earlier.line),
        isKnown: earlier.isRefused))
  }

  /// What decides who is granted what, and why. Of anything else that rows say of a payment, the
  /// first is kept.
  private static let decisive: [InputColumn] = [
    .accessToken, .userID, .storeCode, .productIdentifier, .productSeq, .ticket,
  ]

  private static let finding =
    "SELECT row, line, isRefused, CASE "
    + decisive.enumerated().map { "WHEN \($1) <> ?\($0 + 2) THEN '\($1)'" }.joined(separator: " ")
    + " WHEN isRefused THEN 'paymentSeq' END FROM payment WHERE paymentSeq = ?1"
  private static let refusing = "UPDATE payment SET isRefused = 1 WHERE row = ?1"
}

// MARK: What was staged

extension StagedPayments {
  func count() throws(SQLiteError) -> Int {
    let sql = "SELECT count(*) FROM payment WHERE NOT isRefused"
    return Int(try connection.first(sql, make: { $0.integer(0) ?? 0 }) ?? 0)
  }

  func firstLineWithoutOwner() throws(SQLiteError) -> Int? {
    try connection.first(
      """
      SELECT line FROM payment
      WHERE NOT isRefused AND accessToken IS NULL AND userID IS NULL ORDER BY row LIMIT 1
      """, make: { Int($0.integer(0) ?? 0) })
  }

  /// A payment that names a user is looked up in that user's list.
  func firstLineWithoutProductSeq() throws(SQLiteError) -> Int? {
    try connection.first(
      """
      SELECT line FROM payment
      WHERE NOT isRefused AND productSeq IS NULL AND userID IS NULL ORDER BY row LIMIT 1
      """, make: { Int($0.integer(0) ?? 0) })
  }

  /// The payments behind a row, with the row that each stands in.
  func items(after row: Int, most: Int) throws(SQLiteError) -> [(row: Int, item: BatchItem)] {
    try connection.all(
      """
      SELECT \(Self.names), row FROM payment
      WHERE row > ?1 AND NOT isRefused ORDER BY row LIMIT ?2
      """, [.integer(Int64(row)), .integer(Int64(most))]
    ) { row in (Int(row.integer(Int32(Self.columns.count)) ?? 0), BatchItem(row)) }
  }

  func totals() throws -> PaymentTotals {
    var totals = PaymentTotals()
    let users = try connection.first(
      "SELECT count(DISTINCT userID), min(userID) FROM payment WHERE NOT isRefused",
      make: { (Int($0.integer(0) ?? 0), $0.text(1)) })
    totals.setUsers(count: users?.0 ?? 0, first: users?.1.map { Identifier($0) })
    try connection.rows(
      """
      SELECT currency, price, count(*) FROM payment WHERE NOT isRefused GROUP BY currency, price
      """
    ) { row in
      totals.add(
        price: row.text(1).map { Price(canonical: $0) }, currency: row.text(0),
        times: Int(row.integer(2) ?? 0))
    }
    return totals
  }
}
