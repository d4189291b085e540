import SQLite

/// Holds the write lock of a store, as another process with a long transaction would.
package final class StoreLock {
  private let connection: Connection

  package init(on path: String) throws {
    connection = try Connection(path: path, access: .readWrite, patience: 0)
    try connection.execute("BEGIN IMMEDIATE")
  }

  package func release() throws { try connection.execute("ROLLBACK") }
}
