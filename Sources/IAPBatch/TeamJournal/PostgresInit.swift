package import IAPCore
import Postgres
import Text

extension PostgresJournal {
  /// What `journal init` did.
  package struct Made: Hashable, Sendable {
    /// False if the database had a journal already.
    package let isNew: Bool
    /// The statements that give an account the rights to consume payments with this journal.
    package let grants: [String]
  }

  /// Makes the tables, unless they exist.
  ///
  /// - Parameter role: the account whose rights are listed.
  package func make(grantsTo role: String) async throws(IAPError) -> Made {
    let quoted = "\"" + role.replacing("\"", with: "\"\"") + "\""
    let isNew = try database.explained {
      let limit = database.limit
      let connection = try database.bareConnection(limit)
      return try make(connection, limit)
    }
    return Made(isNew: isNew, grants: PostgresSchema.grants(to: quoted))
  }

  private func make(
    _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws -> Bool {
    let found = try version(connection, limit)
    if let found {
      try PostgresSchema.require(found, database.name)
      return false
    }
    try requireEncoding(connection, limit)
    let statements = PostgresSchema.statements(Self.mark())
    do throws(PostgresError) {
      _ = try connection.run(
        Self.opening + statements.map { PostgresStatement($0) } + [Self.commit], limit)
      return true
    } catch {
      // Another process made them at the same time.
      guard error.kind == .refused else { throw error }
      _ = try connection.run(Self.rollback, limit)
      guard try version(connection, limit) == PostgresSchema.version else { throw error }
      return false
    }
  }

  /// Refuses a database that cannot store each character: the answer of a server with another
  /// character would be lost, and its payment unknown.
  private func requireEncoding(
    _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws {
    let query = "SELECT current_setting('server_encoding', true) AS encoding"
    let found = try connection.run(PostgresStatement(query), limit).rows.first?.text("encoding")
    guard let found, !["UTF8", "SQL_ASCII"].contains(found) else { return }
    throw database.errors.encoding(found)
  }

  /// The version of the journal's tables; nil if the database has no journal.
  private func version(
    _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> Int? {
    do throws(PostgresError) {
      let rows = try connection.run(PostgresStatement(PostgresSchema.facts), limit).rows
      return Int(rows.first?.integer("version") ?? 0)
    } catch {
      guard error.isMissingTable else { throw error }
      return nil
    }
  }
}
