import CommandLine
import IAPBatch
import IAPCore

/// Where a command acts.
package enum Place: Equatable, Sendable {
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

  /// The place in a message: `the fixture store game.db`, `https://a.example`.
  var name: String {
    switch self {
    case .store(let path): "the fixture store \(path)"
    case .server(let url): ServerURL.masked(url)
    }
  }

  /// The place with what decides whether it is the right one, as every consume shows it:
  /// `profile prod, api-iap.cloud.toast.com, app key 3f2a9c…`, or `fixture store game.db`.
  func words(profile: Identifier?, appKey: Secret?) -> String {
    let profile = profile.map { ["profile \($0)"] } ?? []
    switch self {
    case .store(let path): return (profile + ["fixture store \(path)"]).joined(separator: ", ")
    case .server(let url):
      let address = ServerURL.masked(url)
      let host =
        address.hasPrefix(Self.https) ? String(address.dropFirst(Self.https.count)) : address
      let key = appKey.map { ["app key \(Self.short($0))"] } ?? []
      return (profile + [host] + key).joined(separator: ", ")
    }
  }

  private static let https = "https://"

  /// The beginning of the fingerprint that the journal has.
  private static func short(_ key: Secret) -> String {
    AppKeyFingerprint.make(key).prefix(6) + "…"
  }

  /// The error if nothing names a place.
  static func notChosen(profiles: [Identifier]) -> UsageError {
    UsageError(PlaceProblem.notChosen(profiles: profiles), origin: .missingBackend)
  }
}
