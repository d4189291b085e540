/// The text of a prepared statement, as a key. Its hash is made from its length, which few texts of a program
/// share; the whole text would be hashed for each row.
struct StatementText: Hashable {
  private let sql: String

  init(_ sql: String) { self.sql = sql }

  /// Texts that are composed in different ways are equal for Swift.
  static func == (left: StatementText, right: StatementText) -> Bool {
    left.sql.utf8.count == right.sql.utf8.count && left.sql == right.sql
  }

  func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}
