import IAPCore
import Records
import System

/// Refuses requests that no client of the API sends: those of a web page, those whose length
/// a proxy could read differently, and those that leave no room for a response.
struct HeadCheck: Sendable {
  /// What the headers of a request say about its sender and its length.
  struct Facts: Hashable, Sendable {
    /// The bytes that the head takes in memory.
    var size = 0
    var hosts: [String] = []
    /// The host of the request target, if that is a whole URL.
    var targetHost: String?
    /// The number of headers `Content-Length`.
    var lengths = 0
    /// The values of `Transfer-Encoding`.
    var encodings: [String] = []
    /// True if a browser has sent it for a web page (`Origin`, `Sec-Fetch-Site`).
    var isOfPage = false
    /// True if the name of a header has a space.
    var hasOddName = false
    /// True if two headers have different keys of one kind. A proxy could forward either of them.
    var hasTwoKeys = false
  }

  /// The value of `Host` that most clients send: `127.0.0.1:8080`.
  private let usualHost: String
  private let isLoopback: Bool
  /// The names of this server, in lower case.
  private let names: Set<String>

  /// - Parameter name: the name or the address that the server was told to listen on.
  /// - Parameter allowed: further names by which clients reach it, such as that of a container.
  init(
    host: String, port: Int, isLoopback: Bool, name: String, machine: String?,
    allowed: [String] = []
  ) {
    usualHost = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    self.isLoopback = isLoopback
    names = Set(
      [host, name, isLoopback ? nil : machine].compactMap { $0?.lowercased() }
        + allowed.map { $0.lowercased() })
  }

  /// The longest head of a request, in bytes of ``Facts/size``.
  static let longest = 16 << 10

  /// The response to a request that is refused; nil if it is not.
  func refusal(of facts: Facts) -> HTTPAnswer? {
    guard facts.size <= Self.longest else { return .malformed(431) }
    let isCertain =
      facts.lengths + facts.encodings.count <= 1 && facts.hosts.count <= 1 && !facts.hasOddName
      && facts.encodings.allSatisfy { $0.lowercased() == "chunked" }
    guard isCertain else { return .closing(400, "BAD REQUEST") }
    guard !facts.hasTwoKeys else { return .closing(400, "TWO KEYS") }
    // A client without `Host` is no browser.
    guard !facts.isOfPage, facts.hosts.allSatisfy(isOwn), facts.targetHost.map(isOwn) ?? true else {
      return .closing(403, "FORBIDDEN TO WEB PAGES")
    }
    return nil
  }

  /// Whether a value of `Host` names this server. The port may differ, because a tunnel has another
  /// one.
  ///
  /// A web page can let a name of its own lead to this machine (DNS rebinding), but not an address,
  /// and not a name without a dot, such as those of containers.
  func isOwn(_ host: String) -> Bool {
    if host == usualHost { return true }
    let bytes = Array(host.lowercased().utf8)
    let hasPort = bytes.last != UInt8(ascii: "]") && bytes.contains(UInt8(ascii: ":"))
    let end = hasPort ? bytes.lastIndex(of: UInt8(ascii: ":")) ?? bytes.count : bytes.count
    guard !bytes.isEmpty, bytes[end...].dropFirst().allSatisfy(\.isDigit) else { return false }
    var name = bytes[..<end]
    if name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") {
      name = name.dropFirst().dropLast()
      let text = String(decoding: name, as: UTF8.self)
      return names.contains(text) || Loopback.isAddress(text)
        || (!isLoopback && text.utf8.contains(UInt8(ascii: ":")))
    }
    if name.last == UInt8(ascii: ".") { name.removeLast() }
    let text = String(decoding: name, as: UTF8.self)
    if names.contains(text) || text == "localhost" || text.hasSuffix(".localhost") { return true }
    guard Self.isAddress(name) else { return !isLoopback && Self.isLabel(name) }
    return !isLoopback || Loopback.isAddress(text)
  }

  /// A name without a dot.
  private static func isLabel(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty
      && name.allSatisfy {
        $0.isDigit || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }

  /// Four numbers: `127.0.0.1`.
  private static func isAddress(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy {
        $0.allSatisfy(\.isDigit) && UInt8(String(decoding: $0, as: UTF8.self)) != nil
      }
  }
}
