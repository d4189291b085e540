import IAPCore
import SQLite

/// The payments of an input, each once. They are on a disk only where they are many, in a file
/// without a name.
final class StagedPayments {
  private let connection: Connection

  init() throws(SQLiteError) {
    connection = try Connection(path: "", access: .create, patience: 0)
    try connection.execute(
      """
      PRAGMA cache_size = -16384;
      PRAGMA temp_store = FILE;
      CREATE TABLE payment (
        line INTEGER PRIMARY KEY, isRefused INTEGER NOT NULL DEFAULT 0, \(Self.names),
        UNIQUE (paymentSeq)
      );
      """)
  }

  private static let fields = InputField.all
  private static let names = InputField.names.joined(separator: ", ")
  private static let places = fields.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
  private static let inserting =
    "INSERT INTO payment (line, \(names)) VALUES (?1, \(places)) "
    + "ON CONFLICT DO NOTHING RETURNING line"
  private static let merging =
    "UPDATE payment SET "
    + fields.enumerated().map { "\($1) = coalesce(\($1), ?\($0 + 2))" }.joined(separator: ", ")
    + " WHERE line = ?1"

  /// Runs `body` as one piece of work; what fails leaves nothing that can be used.
  func fill(_ body: () throws -> Void) throws { try connection.transaction(body) }

  /// A payment that two lines contradict each other about.
  struct Contradiction {
    let field: InputField
    let earlierLine: Int
    /// Whether the earlier line had been refused before.
    let isKnown: Bool
  }

  /// Adds what a line says. A payment that was there before keeps its place, and takes on what the
  /// line says beyond that.
  ///
  /// - Returns: what prevents that; then the payment is refused from here on.
  func add(_ values: [Value], line: Int) throws(SQLiteError) -> Contradiction? {
    let all = [.integer(Int64(line))] + values
    if try connection.first(Self.inserting, all, make: { _ in true }) != nil { return nil }
    let said = ([.paymentSeq] + Self.decisive).map { values[$0.place] }
    let earlier = try connection.first(Self.finding, said) { row in
      (line: row.integer(0) ?? 0, isRefused: row.flag(1), field: row.text(2))
    }
    guard let earlier else { return nil }
    guard let field = earlier.field.flatMap({ name in Self.fields.first { $0.name == name } })
    else {
      try connection.run(Self.merging, [.integer(earlier.line)] + values)
      return nil
    }
    try connection.run(Self.refusing, [.integer(earlier.line)])
    return Contradiction(
      field: field, earlierLine: Int(earlier.line), isKnown: earlier.isRefused)
  }

  /// What decides who is granted what. Of anything else that lines say of a payment, the first holds.
  private static let decisive: [InputField] = [
    .accessToken, .userID, .storeCode, .productIdentifier, .productSeq,
  ]

  private static let finding =
    "SELECT line, isRefused, CASE "
    + decisive.enumerated().map { "WHEN \($1) <> ?\($0 + 2) THEN '\($1)'" }.joined(separator: " ")
    + " WHEN isRefused THEN 'paymentSeq' END FROM payment WHERE paymentSeq = ?1"
  private static let refusing = "UPDATE payment SET isRefused = 1 WHERE line = ?1"
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
      WHERE NOT isRefused AND accessToken IS NULL AND userID IS NULL ORDER BY line LIMIT 1
      """, make: { Int($0.integer(0) ?? 0) })
  }

  /// A payment that names a user is looked up in that user's list.
  func firstLineWithoutProductSeq() throws(SQLiteError) -> Int? {
    try connection.first(
      """
      SELECT line FROM payment
      WHERE NOT isRefused AND productSeq IS NULL AND userID IS NULL ORDER BY line LIMIT 1
      """, make: { Int($0.integer(0) ?? 0) })
  }

  /// The payments behind a line, with the line that each stands in.
  func items(after line: Int, most: Int) throws(SQLiteError) -> [(line: Int, item: BatchItem)] {
    try connection.all(
      """
      SELECT \(Self.names), line FROM payment
      WHERE line > ?1 AND NOT isRefused ORDER BY line LIMIT ?2
      """, [.integer(Int64(line)), .integer(Int64(most))]
    ) { row in (Int(row.integer(Int32(Self.fields.count)) ?? 0), BatchItem(row)) }
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
