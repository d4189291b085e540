package import IAPCore

/// The service that issued the number of a payment, as a journal knows it.
///
/// A service has several names: another host, a gateway, an address. The same number under the same
/// app key at another name is the same payment; and so is the same number at the same name under
/// another app key, or none.
package struct Issuer: Hashable, Sendable {
  package let server: ServerName
  /// The ``AppKeyFingerprint`` of the app key; nil without a key, as in a fixture store.
  package let fingerprint: String?

  /// - Parameter fingerprint: nil or empty if there is no app key.
  package init(_ server: ServerName, fingerprint: String? = nil) {
    self.server = server
    self.fingerprint = server.isFixture || fingerprint?.isEmpty != false ? nil : fingerprint
  }

  /// Whether a run has asked this service, under any of its names.
  package func includes(_ run: RunFacts) -> Bool {
    run.server == server || (fingerprint != nil && run.issuer.fingerprint == fingerprint)
  }

  /// The SQL condition for payments `p` of an issuer, under any of the names that its runs have used. A
  /// service without a fingerprint has all under which runs have asked it.
  ///
  /// - Parameters:
  ///   - server: the server as a parameter; null for all payments.
  ///   - fingerprint: the fingerprint as a parameter.
  static func condition(server: String, fingerprint: String) -> String {
    """
    (\(server) IS NULL OR p.server = \(server) OR p.fingerprint = \(fingerprint)
      OR EXISTS (SELECT 1 FROM iapctl.attempt AS a JOIN iapctl.run AS o ON o.id = a.run
        WHERE a.payment = p.id AND (o.server = \(server) OR o.fingerprint = \(fingerprint)))
      OR (\(fingerprint) IS NULL AND \(server) NOT LIKE 'fixture:%'
        AND EXISTS (SELECT 1 FROM iapctl.run AS k WHERE k.server = \(server)
          AND k.fingerprint = p.fingerprint AND k.fingerprint <> '')))
    """
  }
}

extension RunFacts {
  package var issuer: Issuer { Issuer(server, fingerprint: appKeyFingerprint) }
}
