extension Issuer {
  /// Selects all names of a service from the runs of a journal.
  ///
  /// `pair` is the first run of each name and key: an index has one after the other, so that a million runs
  /// cost no more than ten. `link` is a name and a key that connects it with others of the same numbers.
  ///
  /// - Parameters:
  ///   - first: selects the first names.
  ///   - answer: what is selected of the names.
  static func names(
    _ dialect: JournalDialect, from first: String, selecting answer: String = "server FROM name"
  ) -> String {
    let order = "ORDER BY o.server, o.fingerprint, o.id LIMIT 1"
    return """
      WITH RECURSIVE pair (id, server, fingerprint) AS (
        SELECT id, server, fingerprint FROM iapctl.run
        WHERE id = (SELECT o.id FROM iapctl.run AS o \(order))
        UNION ALL SELECT n.id, n.server, n.fingerprint FROM pair JOIN iapctl.run AS n ON n.id = coalesce(
          (SELECT o.id FROM iapctl.run AS o
            WHERE o.server = pair.server AND o.fingerprint > pair.fingerprint \(order)),
          (SELECT o.id FROM iapctl.run AS o WHERE o.server > pair.server \(order)))),
      link (id, server, key) AS (
        SELECT id, server, fingerprint || \(dialect.numberSpace(of: "server")) FROM pair
        WHERE fingerprint <> '' AND server NOT LIKE 'fixture:%'),
      name (server) AS (
        \(first)
        UNION SELECT other.server FROM name JOIN link AS own ON own.server = name.server
          JOIN link AS other ON other.key = own.key)
      SELECT \(answer)
      """
  }

  /// Selects the names of an issuer.
  ///
  /// - Parameters:
  ///   - server: the server as a parameter.
  ///   - fingerprint: the fingerprint as a parameter. No run may have used it there.
  static func names(
    _ dialect: JournalDialect, server: String, fingerprint: String,
    selecting answer: String = "server FROM name"
  ) -> String {
    names(
      dialect,
      from: """
        SELECT \(server) UNION SELECT server FROM link
        WHERE key = \(fingerprint) || \(dialect.numberSpace(of: server))
        """, selecting: answer)
  }

  /// The SQL condition for payments `p` of an issuer, under any of its names. A run has entered each.
  ///
  /// - Parameter server: null for all payments.
  static func condition(
    _ dialect: JournalDialect, server: String, fingerprint: String
  ) -> String {
    let names = names(dialect, server: server, fingerprint: fingerprint)
    return "(\(server) IS NULL OR \(dialect.isOne("p.server", of: names)))"
  }
}
