/// The name of the server that issues payment numbers. A payment is named by its number and this
/// name; app keys, schemes and spellings of the host do not matter.
///
/// Two origins name one server if their hosts are equal (without regard to case and to a dot at the
/// end) and their ports are, counting the scheme's own port as none: `https://h`, `https://H:443` and
/// `https://h.` are all `h`. A fixture store keeps the name that it gives itself.
package struct ServerName: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// - Parameter origin: a scheme, a host and perhaps a port; or the identity of a fixture store.
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

  /// A name as a journal has it.
  package init(text: String) { self.text = text }

  package var description: String { text }

  private static let schemes = [(scheme: "https://", port: "443"), (scheme: "http://", port: "80")]

  /// - Returns: no port if there is nothing but an address of IPv6 in brackets.
  private static func split(_ authority: String) -> (host: String, port: String?) {
    guard let colon = authority.lastIndex(of: ":"),
      authority[colon...].allSatisfy({ $0 != "]" })
    else { return (authority, nil) }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }
}
