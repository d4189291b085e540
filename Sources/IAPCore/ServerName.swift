/// The name of the server that issues payment numbers. A payment is identified by its number and
/// this name. App keys, schemes and spellings of the host do not matter.
///
/// Two origins name the same server if their hosts (ignoring case and a final dot) and ports are
/// equal. The default port of a scheme is removed: `https://h`, `https://H:443` and `https://h.`
/// are all `h`. A fixture store's identity is used unchanged.
package struct ServerName: Hashable, Sendable, CustomStringConvertible {
  package let text: String

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

  /// A name that is stored in a journal.
  package init(text: String) { self.text = text }

  package var description: String { text }

  private static let schemes = [(scheme: "https://", port: "443"), (scheme: "http://", port: "80")]

  /// - Returns: port nil if there is none, such as in `[::1]`.
  private static func split(_ authority: String) -> (host: String, port: String?) {
    guard let colon = authority.lastIndex(of: ":"),
      authority[colon...].allSatisfy({ $0 != "]" })
    else { return (authority, nil) }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }
}
