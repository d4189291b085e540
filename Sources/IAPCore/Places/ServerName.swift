/// The name of the server that issues payment numbers. A payment is identified by its number and
/// this name. App keys, schemes and spellings of the host do not matter.
///
/// Two origins name the same server if their hosts (ignoring case and a final dot) and ports are
/// equal. The default port of a scheme is removed: `https://h`, `https://H:443` and `https://h.`
/// are all `h`. A fixture store's identity is used unchanged.
package struct ServerName: Hashable, Sendable, CustomStringConvertible {
  package private(set) var text: String

  /// - Parameter origin: a scheme, a host and an optional port; or the identity of a fixture store.
  package init(origin: String) {
    guard let (scheme, standardPort) = Self.schemes.first(where: { origin.hasPrefix($0.scheme) })
    else {
      text = origin
      return
    }
    let authority = origin.dropFirst(scheme.count).lowercased()
    let (host, port) = Self.split(authority)
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    text = port == nil || port == standardPort ? name : "\(name):\(port ?? "")"
  }

  /// - Parameter numberSpace: the API whose payment numbers are its own; nil for the numbers of the
  ///   IAP service.
  package init(origin: String, numberSpace: String?) {
    self.init(origin: origin)
    guard let numberSpace else { return }
    text = (Self.renamed[text] ?? text) + "/" + numberSpace
  }

  /// The names of the same server, or of the other one of the real service, for the payment numbers of
  /// other APIs. Whether the numbers are the same is not documented.
  ///
  /// - Parameter numberSpaces: those of all APIs; nil is the IAP service.
  package func others(_ numberSpaces: Set<String?>) -> [ServerName] {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard !isFixture, let host = parts.first else { return [] }
    let hosts = Self.real.contains(host) ? Self.real : [host]
    let all = numberSpaces.flatMap { space in
      hosts.map { ServerName(origin: "https://\($0)", numberSpace: space) }
    }
    let same = Set(hosts.map { ServerName(origin: "https://\($0)", numberSpace: numberSpace) })
    return all.filter { !same.contains($0) }.sorted { $0.text < $1.text }
  }

  /// Whether this name was given for a server: it is the server's own, or its address, of which each API with
  /// numbers of its own is a part.
  package func means(_ server: ServerName) -> Bool {
    self == server || server.text.hasPrefix(text + "/")
  }

  /// The address of the IAP service.
  package static let usualOrigin = "https://api-iap.cloud.toast.com"

  /// The servers of the real service.
  private static let real = ["api-iap.cloud.toast.com", "api-gamebase.nhncloudservice.com"]

  /// The servers that have a new name, by the old one.
  private static let renamed = [
    "api-gamebase.cloud.toast.com": "api-gamebase.nhncloudservice.com"
  ]

  /// A name that is stored in a journal.
  package init(text: String) { self.text = text }

  /// The API whose payment numbers are its own; nil for the numbers of the IAP service and of a store.
  package var numberSpace: String? {
    guard !isFixture, let slash = text.firstIndex(of: "/") else { return nil }
    return String(text[text.index(after: slash)...])
  }

  /// Whether it is a fixture store, and not a server.
  package var isFixture: Bool { text.hasPrefix("fixture:") }

  package var description: String { text }

  private static let schemes = [(scheme: "https://", port: "443"), (scheme: "http://", port: "80")]

  /// - Returns: a nil port if the authority names no port, such as `[::1]`.
  private static func split(_ authority: String) -> (host: String, port: String?) {
    guard let colon = authority.lastIndex(of: ":"),
      authority[colon...].allSatisfy({ $0 != "]" })
    else { return (authority, nil) }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }
}
