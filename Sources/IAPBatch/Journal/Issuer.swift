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
}

extension RunFacts {
  package var issuer: Issuer { Issuer(server, fingerprint: appKeyFingerprint) }
}
