import System
import Text

/// The URL of a database. It never contains a password.
package struct PostgresAddress: Hashable, Sendable {
  package let url: String

  /// - Returns: nil if the text is not a URL of a database.
  package init?(_ text: String) {
    guard Self.isURL(text), Self.secret(in: text) == nil else { return nil }
    url = text
  }

  package static func isURL(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether a text that is not a URL was probably meant as the address of a database, and not as
  /// the path of a file: `postgresql:/host/db`, `host=db dbname=iap`, `db.example:5432/iap`.
  package static func isAlmostURL(_ text: String) -> Bool {
    guard !isURL(text) else { return false }
    let text = text.lowercased()
    let schemes = ["postgres:", "postgres//", "postgresql:", "postgresql//"]
    return text.contains("://") || schemes.contains { text.hasPrefix($0) } || hasParameter(text)
      || hasPort(text) || hasLogin(text)
  }

  /// Whether a text has a parameter of a connection before any '/'.
  private static func hasParameter(_ text: String) -> Bool {
    let parts = text.prefix { $0 != "/" }.split(separator: "=", omittingEmptySubsequences: false)
    return parts.dropLast().contains { part in
      let name = part.reversed().drop(while: \.isWhitespace).prefix(while: \.isOfWord)
      let parameter = String(name.reversed())
      return parameters.contains(parameter) || parameter.hasSuffix("password")
    }
  }

  private static let parameters = [
    "host", "hostaddr", "port", "dbname", "user", "service", "passfile",
  ]

  /// Whether a text begins with a host, a port and '/'.
  private static func hasPort(_ text: String) -> Bool {
    let authority = text.prefix { $0 != "/" }
    guard authority.endIndex < text.endIndex, let colon = authority.lastIndex(of: ":") else {
      return false
    }
    let port = authority[colon...].utf8.dropFirst()
    return colon > text.startIndex && !port.isEmpty
      && port.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a text has ':' before any '/', and '@' behind it, and is no path.
  private static func hasLogin(_ text: String) -> Bool {
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    return !isPath
      && [text[...], text.withoutScheme(of: "")].contains { rest in
        rest.prefix { $0 != "/" }.firstIndex(of: ":").map { rest[$0...].contains("@") } ?? false
      }
  }

  /// The URL without its query, for people.
  package var name: String { String(url.prefix { $0 != "?" }) }

  /// What kind of secret a URL contains; nil if there is none.
  package static func secret(in url: String) -> String? {
    let rest = url.drop { $0 != "/" }.drop { $0 == "/" }
    // libpq reads a user and a password up to '@' even if a '?' comes first. A person may have meant
    // a password that contains '/'.
    for part in [rest.prefix(while: { $0 != "/" }), rest.prefix(while: { $0 != "?" })] {
      if let end = part.lastIndex(of: "@"), decoded(part[..<end]).contains(":") {
        return "password"
      }
    }
    if decoded(rest.prefix { $0 != "?" }).contains("password=") { return "password" }
    let query = rest.drop { $0 != "?" }.dropFirst()
    for pair in query.split(separator: "&") {
      let key = decoded(pair.prefix { $0 != "=" })
      if ["password", "sslpassword"].contains(key) { return key }
    }
    return nil
  }

  /// Removes the percent encoding, as libpq does before it reads a key.
  private static func decoded(_ text: Substring) -> String {
    var (bytes, rest): ([UInt8], Substring) = ([], text)
    while let character = rest.popFirst() {
      if character == "%", let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else {
        bytes += Array(character.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Whether a host is a Unix socket or a loopback address. An empty one is the usual socket.
  static func isOnThisMachine(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || Loopback.contains(host)
  }
}
