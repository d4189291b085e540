import CommandLine
import IAPCore
import IAPRemote
import System
import Text

/// The address of a server: only scheme, host and port.
struct ServerURL: Hashable, Sendable {
  /// Without a trailing slash: `https://api.example.com:8080`.
  let origin: String
  /// Whether the scheme is `http`, so that requests are not encrypted.
  let isPlain: Bool
  let isLoopback: Bool
  private let host: String
  /// The given port, or else the usual one of the scheme.
  private let port: Int

  /// Whether two texts are the address of the same server.
  static func areSame(_ one: String, _ other: String) -> Bool {
    guard let one = try? ServerURL(one), let other = try? ServerURL(other) else {
      return one.utf8.elementsEqual(other.utf8)
    }
    return (one.isPlain, one.host, one.port) == (other.isPlain, other.host, other.port)
  }

  init(_ text: String) throws(IAPError.URLProblem) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalidCharacter
    }
    guard let mark = text.range(of: "://") else { throw .noScheme }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw .scheme(scheme)
    }
    let rest = text[mark.upperBound...]
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard !authority.contains("@") else { throw .userName }
    guard !authority.contains(where: { "/?#\\".contains($0) }) else {
      throw .path
    }
    let (host, port) = try Self.split(authority)
    isPlain = scheme == "http"
    isLoopback = Self.isLoopback(host)
    self.host = host
    self.port = port ?? (isPlain ? 80 : 443)
    origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// An invalid address for a message. A password and a query are masked, because they may be
  /// secret.
  static func masked(_ text: String) -> String {
    // A password may contain any character, also `@`, `/` and `?`.
    let at = text.lastIndex(of: "@")
    if at == nil, !text.contains("?") { return MaskedText.withoutPassword(text) }
    let rest = at.map { text[$0...] } ?? text[...]
    let end = rest.firstIndex { "?#".contains($0) } ?? rest.endIndex
    let query = end == rest.endIndex ? "" : "\(rest[end])\(Secret(""))"
    guard at != nil else { return rest[..<end] + query }
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) } ?? ""
    return scheme + "\(Secret(""))" + rest[..<end] + query
  }

  private static func split(_ authority: Substring) throws(IAPError.URLProblem) -> (String, Int?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .noBracket }
      host = authority[...end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw .host }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    guard !host.isEmpty, host != "[]", isName(host) else { throw .host }
    guard let port else { return (host.lowercased(), nil) }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
      (1...65_535).contains(number)
    else { throw .port }
    return (host.lowercased(), number)
  }

  private static func isName(_ host: Substring) -> Bool {
    if host.hasPrefix("[") {
      return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
  }

  private static func isLoopback(_ host: String) -> Bool {
    let host = host.hasSuffix(".") ? host.dropLast() : host[...]
    return host == "[::1]" || Loopback.contains(String(host))
  }
}

extension ServerURL {
  /// Checks that secrets may be sent to an address: https, or http to this machine.
  ///
  /// - Parameters:
  ///   - name: the name of the setting in messages, such as `--url`.
  ///   - isConfigured: whether the environment or a profile set it.
  static func origin(
    of url: String, named name: String, isConfigured: Bool
  ) throws(IAPError) -> String {
    do throws(IAPError.URLProblem) {
      let checked = try ServerURL(url)
      if checked.isPlain, !checked.isLoopback { throw .plain }
      return checked.origin
    } catch {
      throw .http(
        error == .plain ? .requiresSecureConnection : .urlInvalid,
        .urlRefused(
          ServerURL.masked(url), setting: name, error, isConfigured: isConfigured))
    }
  }
}
