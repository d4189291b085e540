/// Addresses that stay on this machine.
package enum Loopback {
  /// Whether a host is `localhost` or a numeric loopback address, without brackets.
  package static func contains(_ host: String) -> Bool {
    host.lowercased() == "localhost" || isAddress(host)
  }

  /// Whether a text is a loopback address: `127.0.0.1`, `::1`, `::ffff:127.0.0.1`.
  ///
  /// A number with a zero in front is not accepted: some programs read it as octal.
  package static func isAddress(_ text: String) -> Bool {
    if text == "::1" { return true }
    let mapped = "::ffff:"
    let parts = (text.hasPrefix(mapped) ? text.dropFirst(mapped.count) : text[...])
      .split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }
}
