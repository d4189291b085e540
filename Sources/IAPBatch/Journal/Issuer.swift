package import IAPCore

/// The service that issued the number of a payment, as a journal knows it.
///
/// A service has several names: another host, a gateway, an address. The same number under the same
/// app key at another name is the same payment; and so is the same number at the same name under
/// another app key, or none. So all names are one service that the runs of the journal connect, from name to
/// key to name. A run that connects two names enters them before it claims anything.
package struct Issuer: Hashable, Sendable {
  package let server: ServerName
  /// The ``AppKeyFingerprint`` of the app key; nil without a key, as in a fixture store.
  package let fingerprint: String?

  /// - Parameter fingerprint: nil or empty if there is no app key.
  package init(_ server: ServerName, fingerprint: String? = nil) {
    self.server = server
    self.fingerprint = server.isFixture || fingerprint?.isEmpty != false ? nil : fingerprint
  }

  /// All names of the service, as ``names(_:from:selecting:)`` finds them.
  ///
  /// - Parameter runs: under what the runs have asked.
  package func names(in runs: Set<Issuer>) -> Set<ServerName> {
    var (names, keys) = (Set([server]), Set([fingerprint].compactMap(\.self)))
    // The numbers of another API are its own.
    var rest = runs.filter { $0.server.numberSpace == server.numberSpace }
    while let next = rest.first(where: {
      names.contains($0.server) || $0.fingerprint.map(keys.contains) == true
    }) {
      rest.remove(next)
      names.insert(next.server)
      if let key = next.fingerprint { keys.insert(key) }
    }
    return names
  }

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

extension RunFacts {
  package var issuer: Issuer { Issuer(server, fingerprint: appKeyFingerprint) }
}
