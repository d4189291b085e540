import SQLite

/// Somebody else who is writing to a store, and takes long.
package final class StoreLock {
  private let connection: Connection

  package init(on path: String) throws {
    connection = try Connection(path: path, access: .readWrite, patience: 0)
    try connection.execute("BEGIN IMMEDIATE")
  }

  package func release() throws { try connection.execute("ROLLBACK") }
}
