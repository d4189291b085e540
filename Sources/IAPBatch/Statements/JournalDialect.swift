/// All in which the statements of a journal differ between SQLite, which keeps it in a file, and PostgreSQL,
/// in which a team has it. They are written once, in the words of PostgreSQL, with two additions:
///
/// - `{rows}` stands for the rows of a change, `given`, and `given.name` for a value of one of them. A database
///   gets all rows in one statement, as arrays; a file gets one after the other, as plain values.
/// - Where a dialect has other words, they are here.
///
/// Leases, locks of rows and the settings of a server have no counterpart in a file, where one
/// transaction writes at a time, and where the lock of a run shows that it is at work.
enum JournalDialect: Sendable {
  case file, team

  /// The time of a team's database, in milliseconds.
  static let databaseTime = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

  /// The condition that a column is one of the texts in the first value.
  func isListed(_ column: String) -> String {
    switch self {
    case .file: "\(column) IN (SELECT value FROM json_each(?1))"
    case .team: "\(column) = ANY ($1::text[])"
    }
  }

  /// The condition that a column is one of the texts that a query selects. PostgreSQL executes the query first,
  /// and finds the rows by an index.
  func isOne(_ column: String, of query: String) -> String {
    self == .file ? "\(column) IN (\(query))" : "\(column) = ANY (ARRAY(\(query)))"
  }

  /// See ``ServerName/numberSpace``.
  func numberSpace(of server: String) -> String {
    let slash = "\(self == .file ? "instr" : "strpos")(\(server), '/')"
    return "CASE WHEN \(slash) > 0 THEN substr(\(server), \(slash)) ELSE '' END"
  }

  /// Whether two values differ, of which the second may be null.
  func differ(_ first: String, _ second: String) -> String {
    self == .file ? "\(first) IS NOT \(second)" : "\(first) IS DISTINCT FROM \(second)"
  }

  /// The columns of an attempt that give the order of the entries. The attempts of several machines have
  /// theirs by the clock of the database, in microseconds.
  var order: [String] { self == .file ? ["id"] : ["at", "id"] }

  /// The values of new rows. In a file, they are not selected: SQLite would write a journal for each.
  func values(_ columns: String) -> String {
    self == .file ? "VALUES (\(columns))" : "SELECT \(columns) {rows}"
  }

  /// The end of a statement that adds rows, unless others have added them. In a file, no others write
  /// meanwhile, and ``FileRunner`` looks first.
  func unless(_ query: String) -> String {
    self == .file ? "" : " WHERE NOT EXISTS (\(query)) ON CONFLICT DO NOTHING RETURNING id"
  }

  /// A new attempt's place in the order, as a further column and its value.
  var placing: (column: String, value: String) {
    self == .file
      ? ("", "") : (", at", ", CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)")
  }

  /// The condition for a run `r` that may be at work, apart from what its machine sees of it. In a database,
  /// its lease has not ended; if its rows are locked, those whose leases were over have been ended.
  func isHeld(_ run: String, isLocked: Bool = false) -> String {
    "\(run).ended IS NULL"
      + (self == .file || isLocked ? "" : " AND \(run).lease > clock_timestamp()")
  }

  /// Where the machine of a run sees whether it lives (``LocalRuns``).
  func place(_ run: String) -> String { self == .file ? "NULL" : "\(run).place" }

  /// The entry that a payment shows. PostgreSQL expects one row for `=`: it would join and sort the whole
  /// journal for each page. 1,000,000 entries take half a minute in this way, and hours in that.
  var isLatest: String {
    self == .file
      ? "payment.latest = attempt.id"
      : "payment.latest >= attempt.id AND payment.latest <= attempt.id"
  }

  /// How the payment and the run of an attempt are joined. PostgreSQL keeps the order of the attempts only
  /// with an outer join.
  var join: String { self == .file ? "JOIN" : "LEFT JOIN" }

  /// The time in a place of the order.
  func time(_ attempt: String) -> String { self == .file ? "0" : "\(attempt).at" }

  /// The condition for attempts after the place of the first two values, and their order.
  var isAfter: String {
    self == .file
      ? "attempt.id > $2 ORDER BY attempt.id"
      : "(attempt.at, attempt.id) > ($1::bigint, $2::bigint) ORDER BY attempt.at, attempt.id"
  }
}
