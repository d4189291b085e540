import System

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
    return text.contains("://") || text.contains(/^postgres(ql)?(:|\/\/)/)
      || text.contains(/^[^\/]*\b(host|hostaddr|port|dbname|user|service|\w*password|passfile)\s*=/)
      || text.contains(/^[^\/]+:[0-9]+\//)
      || text.contains(/^(?!\/[^\/])[a-z]*[:;]?\/?\/?[^\/]*:.*@/)
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
