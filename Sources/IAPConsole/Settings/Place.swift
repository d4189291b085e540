import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// Where a command acts.
package enum Place: Hashable, Sendable {
  case store(path: String)
  /// The address of a server, as it was given. It is not checked yet.
  case server(url: String)

  /// Whether both are the same store or the same server.
  func isSame(as other: Place) -> Bool {
    switch (self, other) {
    case (.store(let one), .store(let other)): one.utf8.elementsEqual(other.utf8)
    case (.server(let one), .server(let other)): ServerURL.areSame(one, other)
    default: false
    }
  }

  /// The place as every consume shows it.
  func name(
    profile: Identifier?, key: Secret?, as credential: Credential = .appKey
  ) -> PlaceName {
    switch self {
    case .store(let path): return PlaceName(.store(path: path), profile: profile)
    case .server(let url):
      let address = ServerURL.masked(url)
      let host =
        address.hasPrefix(Self.https) ? String(address.dropFirst(Self.https.count)) : address
      let name = key.map { PlaceName.Key(credential, beginning: Self.short($0)) }
      return PlaceName(.server(address: host, key: name), profile: profile)
    }
  }

  private static let https = "https://"

  /// The beginning of the fingerprint that the journal has.
  private static func short(_ key: Secret) -> String {
    AppKeyFingerprint.make(key).prefix(6) + "…"
  }

  /// The error if nothing names a place.
  static func notChosen(profiles: [Identifier]) -> UsageError {
    UsageError(PlaceUsage.notChosen(profiles: profiles), origin: .missingBackend)
  }

  /// `the fixture store game.db`, `https://a.example`.
  var sentence: Sentence {
    switch self {
    case .store(let path): PlaceMessages.fixtureStore(path)
    case .server(let url): "\(ServerURL.masked(url))"
    }
  }
}
