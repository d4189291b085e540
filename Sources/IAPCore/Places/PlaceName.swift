/// Where a command acts, as messages name it: with what decides whether it is the right place.
package struct PlaceName: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case store(path: String)
    case server(address: String, key: Key?)
  }

  /// The key with which a server is asked.
  package struct Key: Hashable, Sendable {
    package let credential: Credential
    /// The beginning of its fingerprint.
    package let beginning: String

    package init(_ credential: Credential, beginning: String) {
      (self.credential, self.beginning) = (credential, beginning)
    }
  }

  package let place: Place
  /// The profile that names the place, if a profile does.
  package let profile: Identifier?

  package init(_ place: Place, profile: Identifier?) {
    (self.place, self.profile) = (place, profile)
  }
}
