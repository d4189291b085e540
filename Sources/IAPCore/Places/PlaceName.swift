/// Where a command acts.
package enum Place: Hashable, Sendable {
  case store(path: String)
  /// The address of a server, as it was given. It may be invalid.
  case server(url: String)
}

/// Where a command acts, as messages name it: with what decides whether it is the right place.
package struct PlaceName: Hashable, Sendable {
  /// The key with which a server is asked.
  package struct Key: Hashable, Sendable {
    package let credential: Credential
    /// What the journal has of it.
    package let fingerprint: String

    package var beginning: String { fingerprint.prefix(6) + "…" }

    package init(_ credential: Credential, fingerprint: String) {
      (self.credential, self.fingerprint) = (credential, fingerprint)
    }
  }

  package let place: Place
  package let key: Key?
  /// The profile that names the place, if a profile does.
  package let profile: Identifier?

  package init(_ place: Place, _ key: Key? = nil, profile: Identifier?) {
    (self.place, self.key, self.profile) = (place, key, profile)
  }
}
