import CSQLite
import System

/// Databases of other programs. Their content and their schema are not trusted.
extension DatabaseFile {
  /// In bytes. No value that iapctl reads from such a file is longer.
  private static let longestValue: Int32 = 1 << 20
  /// A file up to this size is checked for damage as a whole.
  private static let largestReadWhole: Int64 = 1 << 26

  /// Opens a database of another program. No view, trigger or function of its schema can run that
  /// has an effect outside of the file.
  package func connectForeign(isWritable: Bool) throws -> Connection {
    guard try isPresent() else { throw DatabaseProblem.missing }
    do {
      guard try Files.read(path, limit: 16).starts(with: "SQLite format 3\0".utf8) else {
        throw DatabaseProblem.foreign("not an SQLite database")
      }
    } catch let error as SystemError {
      throw DatabaseProblem(error, or: DatabaseProblem.unreadable)
    }
    let connection = try Connection(
      path: path, access: isWritable ? .readWrite : readingAccess, patience: patience,
      isStopped: isStopped)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
    try connection.execute(
      """
      PRAGMA cell_size_check = ON; PRAGMA ignore_check_constraints = ON; PRAGMA mmap_size = 0;
      PRAGMA synchronous = FULL
      """)
    // Finds out now that the file cannot be written, and not after the work that it lists.
    if isWritable { try connection.execute("BEGIN IMMEDIATE; ROLLBACK") }
    if size <= Self.largestReadWhole,
      let problem = try connection.problem(foundBy: "quick_check(1)")
    {
      throw DatabaseProblem.damaged(problem)
    }
    return connection
  }
}

extension Connection {
  /// The names of a table's columns, in lower case. Nil if there is no such table, or if it is not an
  /// ordinary one: a view, a virtual table, or a table whose rows have no number.
  ///
  /// - Returns: the columns that hold stored values, and all columns.
  package func columns(
    ofOrdinaryTable table: String
  ) throws -> (stored: Set<String>, all: Set<String>)? {
    let isOrdinary = try first(
      """
      SELECT 1 FROM pragma_table_list
      WHERE schema = 'main' AND name = ? COLLATE NOCASE AND type = 'table' AND wr = 0
      """, [.text(table)], make: { _ in true })
    guard isOrdinary == true else { return nil }
    let columns = try all(
      "SELECT lower(name) AS name, hidden FROM pragma_table_xinfo(?)", [.text(table)],
      make: { (name: $0.text("name") ?? "", isStored: $0.integer("hidden") == 0) })
    return (Set(columns.filter(\.isStored).map(\.name)), Set(columns.map(\.name)))
  }
}
