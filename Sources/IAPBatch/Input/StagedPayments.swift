package import IAPCore
import SQLite

/// The payments of an input, each stored once. Large inputs are buffered on disk, in an anonymous
/// temporary file.
package final class StagedPayments {
  private let database: TemporaryDatabase
  private var seen = FilledColumns()

  init() throws(IAPError) {
    database = try TemporaryDatabase(
      """
      PRAGMA cache_size = -2048;
      PRAGMA temp_store = FILE;
      CREATE TABLE payment (
        row INTEGER PRIMARY KEY, line INTEGER NOT NULL, isRefused INTEGER NOT NULL DEFAULT 0,
        isExact INTEGER NOT NULL, isUnknown INTEGER NOT NULL, \(Self.names)
      );
      -- A number with leading zeros is the same payment as without.
      CREATE UNIQUE INDEX payment_number ON payment (ltrim(paymentSeq, '0'));
      CREATE TABLE source (row INTEGER PRIMARY KEY, bytes TEXT NOT NULL);
      """)
  }

  private static let columns = InputColumn.all
  private static let names = InputColumn.names.joined(separator: ", ")
  private static let inserting =
    "INSERT INTO payment (\(names), row, line, isExact, isUnknown) VALUES ("
    + repeatElement("?", count: columns.count + 4).joined(separator: ", ")
    + ") ON CONFLICT DO NOTHING"
  private static let merging =
    "UPDATE payment SET "
    + columns.enumerated().map { "\($1.name) = coalesce(\($1.name), ?\($0 + 2))" }
    .joined(separator: ", ")
    + " WHERE row = ?1"

  /// Runs `body` in one transaction. After an error, nothing is staged.
  func fill(_ body: () throws(IAPError) -> Void) throws(IAPError) {
    try database.transaction(body)
  }

  /// The effect of adding a row.
  enum Addition {
    case payment
    /// An earlier row has the same payment, without contradiction, but maybe with another time.
    case repetition(hasOtherTime: Bool)
    case conflict(Conflict)
  }

  /// Two rows give different values for one payment.
  struct Conflict {
    let column: InputColumn
    let earlierRow: Int
    let earlierLine: Int
    /// Whether the payment was refused before, because of another row.
    let isKnown: Bool
  }

  /// Adds a row. If the payment exists, its missing values are filled in from the row. If the row
  /// contradicts it, the payment is refused.
  ///
  /// - Parameters:
  ///   - row: the row number, from 1.
  func add(_ content: InputRow.Content, row: Int, line: Int) throws(IAPError) -> Addition {
    let values = content.values
    let place: [Value] = [
      .integer(Int64(row)), .integer(Int64(line)), .flag(content.isExact),
      .flag(content.facts.isUnknown),
    ]
    if try database.insert(Self.inserting, values, place) {
      seen.note(values)
      return .payment
    }
    let said = ([.paymentSeq] + Self.decisive + [.purchaseTime]).map { values[$0.index] }
    let earlier = try database.first(Self.finding, said) { row in
      (
        row: row.integer(0) ?? 0, line: row.integer(1) ?? 0, isRefused: row.flag(2),
        column: row.text(3), hasOtherTime: row.flag(4)
      )
    }
    guard let earlier else { return .repetition(hasOtherTime: false) }
    guard let column = earlier.column.flatMap({ name in Self.columns.first { $0.name == name } })
    else {
      try database.run(Self.merging, [.integer(earlier.row)] + values)
      seen.note(values)
      return .repetition(hasOtherTime: earlier.hasOtherTime)
    }
    try database.run(Self.refusing, [.integer(earlier.row)])
    return .conflict(
      Conflict(
        column: column, earlierRow: Int(earlier.row), earlierLine: Int(earlier.line),
        isKnown: earlier.isRefused))
  }

  /// Columns in which two rows of one payment must agree: those that are compared with the payment, and
  /// those that say why. For the other columns, the first value is kept.
  private static let decisive = compared + [.accessToken, .ticket]

  private static let finding =
    "SELECT row, line, isRefused, CASE "
    + decisive.enumerated().map { "WHEN \($1.name) <> ?\($0 + 2) THEN '\($1.name)'" }.joined(
      separator: " ")
    + " WHEN isRefused THEN 'paymentSeq' END, coalesce(purchaseTime <> ?\(decisive.count + 2), 0)"
    + " FROM payment WHERE ltrim(paymentSeq, '0') = ltrim(?1, '0')"
  private static let refusing = "UPDATE payment SET isRefused = 1 WHERE row = ?1"
}

// MARK: Reading

extension StagedPayments {
  func count() throws(IAPError) -> Int {
    try database.number("SELECT count(*) FROM payment WHERE NOT isRefused") ?? 0
  }

  /// Keeps a row as it is written.
  func keep(_ source: [UInt8], row: Int) throws(IAPError) {
    try database.run(
      "INSERT INTO source (row, bytes) VALUES (?1, ?2)",
      [.integer(Int64(row)), .text(String(decoding: source, as: UTF8.self))])
  }

  func source(of row: Int) throws(IAPError) -> [UInt8] {
    let text = try database.first(
      "SELECT bytes FROM source WHERE row = ?1", [.integer(Int64(row))], make: { $0.text(0) ?? "" })
    return Array((text ?? "").utf8)
  }

  /// The long payment numbers that nothing else in their lines confirms.
  func rounded() throws(IAPError) -> RoundedNumbers {
    guard seen.mayLack(.accessToken) else { return RoundedNumbers() }
    let found = try database.first(
      """
      SELECT count(*), count(*) FILTER (WHERE ltrim(substr(paymentSeq, \(RoundedNumbers.digits)), '0') = '')
      FROM payment
      WHERE NOT isRefused AND NOT isExact AND length(paymentSeq) >= \(RoundedNumbers.digits)
        AND accessToken IS NULL AND transactionIdentifier IS NULL
        AND (price IS NULL OR coalesce(productSeq, productIdentifier) IS NULL)
      """
    ) { RoundedNumbers(count: Int($0.integer(0) ?? 0), ending: Int($0.integer(1) ?? 0)) }
    return found ?? RoundedNumbers()
  }

  /// The first line that has none of these columns; nil if each line has one of them.
  package func firstLine(lacking columns: [InputColumn]) throws(IAPError) -> Int? {
    guard columns.allSatisfy(seen.mayLack) else { return nil }
    let isLacking = columns.map { " AND \($0.name) IS NULL" }.joined()
    return try database.number(
      "SELECT line FROM payment WHERE NOT isRefused\(isLacking) ORDER BY row LIMIT 1")
  }

  /// Refuses the rows that have no value in a column of ``ofEveryPayment`` of which other rows have one.
  ///
  /// - Parameter given: the names of the columns of the input. The sign of an amount can fill another one.
  /// - Returns: their lines, with the first such column of each.
  func refuseGaps(
    in given: [String]
  ) throws(IAPError) -> [(row: Int, line: Int, column: InputColumn)] {
    var gaps: [(row: Int, line: Int, column: InputColumn)] = []
    for column in Self.ofEveryPayment where given.contains(column.name) && seen.hasGaps(column) {
      gaps += try refuse(lacking: [column]).map { ($0.row, $0.line, column) }
    }
    return gaps
  }

  /// Refuses the rows that have none of these columns.
  func refuse(lacking columns: [InputColumn]) throws(IAPError) -> [(row: Int, line: Int)] {
    let isLacking = "NOT isRefused" + columns.map { " AND \($0.name) IS NULL" }.joined()
    let rows = try database.all("SELECT row, line FROM payment WHERE \(isLacking) ORDER BY row") {
      (row: Int($0.integer(0) ?? 0), line: Int($0.integer(1) ?? 0))
    }
    try database.run("UPDATE payment SET isRefused = 1 WHERE \(isLacking)")
    return rows
  }

  /// Whether any row has one of these columns.
  package func hasAny(_ columns: [InputColumn]) -> Bool { columns.contains(where: seen.hasValues) }

  /// Whether some rows have a ticket, and others have none.
  var lacksTickets: Bool { seen.hasGaps(.ticket) }

  /// Whether a row says of its payment what can be compared with it.
  ///
  /// - Parameter needsList: whether only payments without a token are looked up.
  package func isComparable(needsList: Bool) throws(IAPError) -> Bool {
    guard !needsList || seen.mayLack(.accessToken) else { return false }
    let said = (Self.compared + [.purchaseTime]).map(\.name).joined(separator: ", ")
    return try database.number(
      """
      SELECT 1 FROM payment WHERE NOT isRefused AND coalesce(\(said)) IS NOT NULL
        \(needsList ? "AND accessToken IS NULL" : "") LIMIT 1
      """) != nil
  }

  /// The number of payments with a token whose rows say more that could be compared.
  ///
  /// - Parameter haveUser: whether the command says whose they are.
  package func tokensWithFacts(haveUser: Bool) throws(IAPError) -> Int {
    try database.number(
      """
      SELECT count(*) FROM payment WHERE NOT isRefused AND accessToken IS NOT NULL
        AND (\(haveUser) OR coalesce(\(Self.compared.map(\.name).joined(separator: ", "))) IS NOT NULL)
      """) ?? 0
  }

  /// The number of users that payments with a token name.
  func usersWithTokens() throws(IAPError) -> Int {
    try database.number(
      "SELECT count(DISTINCT userID) FROM payment WHERE NOT isRefused AND accessToken IS NOT NULL")
      ?? 0
  }

  /// The columns that are compared, and these others, in which a payment has a value.
  func filled(_ others: [InputColumn]) throws(IAPError) -> [InputColumn] {
    var found: [InputColumn] = []
    for column in Self.compared + others where seen.hasValues(column) {
      let sql = "SELECT 1 FROM payment WHERE NOT isRefused AND \(column.name) IS NOT NULL LIMIT 1"
      if try database.number(sql) != nil { found.append(column) }
    }
    return found
  }

  /// The payment is looked up.
  package func forgetToken(of payment: Identifier) throws(IAPError) {
    seen.lose(.accessToken)
    try database.run(
      "UPDATE payment SET accessToken = NULL WHERE ltrim(paymentSeq, '0') = ltrim(?1, '0')",
      [.text(payment.text)])
  }

  /// The columns that are compared with the payment (``RowDifference``).
  private static let compared =
    ofEveryPayment + [
      .originalTransactionIdentifier, .productType, .storePayment, .sandboxPayment,
    ]

  /// What people write in every row or in none, so that a gap is a mistake.
  private static let ofEveryPayment: [InputColumn] = [
    .userID, .storeCode, .productIdentifier, .productSeq, .price, .currency,
    .transactionIdentifier,
  ]

  /// Refuses a payment.
  ///
  /// - Returns: its row and line; nil if it was refused before.
  func refuse(_ payment: Identifier) throws(IAPError) -> (row: Int, line: Int)? {
    let found = try database.first(
      """
      SELECT row, line FROM payment WHERE ltrim(paymentSeq, '0') = ltrim(?1, '0') AND NOT isRefused
      """, [.text(payment.text)]
    ) { (row: $0.integer(0) ?? 0, line: $0.integer(1) ?? 0) }
    guard let found else { return nil }
    try database.run(Self.refusing, [.integer(found.row)])
    return (Int(found.row), Int(found.line))
  }

  /// The payments whose rows say that their outcome is unknown.
  func numbersSaidUnknown() throws(IAPError) -> [Identifier] {
    let sql = "SELECT paymentSeq FROM payment WHERE isUnknown AND NOT isRefused ORDER BY row"
    return try database.all(sql) { Identifier($0.text(0) ?? "") }
  }

  /// The numbers of the payments after a row.
  ///
  /// - Parameter position: the row; then that of the last payment.
  func numbers(after position: inout Int, most: Int) throws(IAPError) -> [Identifier] {
    try database.all(
      "SELECT paymentSeq, row FROM payment WHERE row > ?1 AND NOT isRefused ORDER BY row LIMIT ?2",
      [.integer(Int64(position)), .integer(Int64(most))]
    ) { row in
      position = Int(row.integer(1) ?? 0)
      return Identifier(row.text(0) ?? "").withoutLeadingZeros
    }
  }

  /// The payments after a row.
  ///
  /// - Parameter position: the row; then that of the last payment.
  func payments(after position: inout Int, most: Int) throws(IAPError) -> [Payment] {
    let parameters: [Value] = [.integer(Int64(position)), .integer(Int64(most))]
    let columns = Self.columns.filter(seen.hasValues)
    return try database.all(
      """
      SELECT row, line, isUnknown\(columns.map { ", \($0.name)" }.joined()) FROM payment
      WHERE row > ?1 AND NOT isRefused ORDER BY row LIMIT ?2
      """, parameters
    ) { row in
      position = Int(row.integer(0) ?? 0)
      var payment = Payment(staged: row, columns, from: 3)
      if row.flag(2) { payment.isSaidUnknown = true }
      payment.line = row.integer(1).map { Int($0) }
      return payment
    }
  }
}
