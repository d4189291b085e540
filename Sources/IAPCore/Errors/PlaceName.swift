/// Where a command acts, as messages name it: with what decides whether it is the right place.
package struct PlaceName: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case store(path: String)
    /// - Parameter appKey: the beginning of the app key's fingerprint.
    case server(address: String, appKey: String?)
  }

  package let place: Place
  /// The profile that names the place, if a profile does.
  package let profile: Identifier?

  package init(_ place: Place, profile: Identifier?) {
    (self.place, self.profile) = (place, profile)
  }
}
