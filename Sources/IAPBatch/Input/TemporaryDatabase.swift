import IAPCore
import SQLite

/// A database that only this process sees, until it is closed. Its errors are translated for the user: a
/// failed write usually means that the disk of temporary files is full.
struct TemporaryDatabase {
  private let connection: Connection

  /// - Parameter tables: the statements that make the tables.
  init(_ tables: String) throws(IAPError) {
    connection = try Self.explained {
      let connection = try Connection(path: "", access: .create, patience: 0)
      try connection.execute(tables)
      return connection
    }
  }

  func transaction(_ body: () throws(IAPError) -> Void) throws(IAPError) {
    try Self.explained { try connection.transaction(body) }
  }

  /// - Returns: whether there was no conflict.
  func insert(
    _ sql: String, _ values: [Value], _ others: [Value]
  ) throws(IAPError) -> Bool {
    try Self.explained { try connection.insertRow(sql, values, others) } != nil
  }

  func run(_ sql: String, _ values: [Value] = []) throws(IAPError) {
    try Self.explained { try connection.run(sql, values) }
  }

  func all<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(IAPError) -> [Element] {
    try Self.explained { try connection.all(sql, values, make: make) }
  }

  func first<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(IAPError) -> Element? {
    try Self.explained { try connection.first(sql, values, make: make) }
  }

  /// The first value of the first row; nil if there is no row, or if the value is null.
  func number(_ sql: String) throws(IAPError) -> Int? {
    try first(sql) { $0.integer(0).map(Int.init) } ?? nil
  }

  private static func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch let error as IAPError {
      throw error
    } catch let error as SQLiteError where error.isUnwritable {
      throw .iapctl(.outputNotWritten, .temporaryFileNotWritten(why: error.message))
    } catch {
      throw .iapctl(.bug, .bug("payments cannot be staged: \(error)"))
    }
  }
}
