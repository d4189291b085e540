import IAPCore

/// The proxy for `https` requests. It only forwards an encrypted connection. Plain `http` is used
/// for this machine only, without a proxy.
package struct ProxySettings: Sendable {
  /// The URL of the proxy, which may contain a password; nil for none.
  let proxy: Secret?
  /// The hosts that are reached without the proxy, as in `NO_PROXY`.
  let exceptions: String

  package static let none = ProxySettings(variables: [:])

  /// Reads the same variables as curl, in the same order. An empty variable counts as missing.
  package init(variables: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY").map { Secret($0) }
    exceptions = first("no_proxy", "NO_PROXY") ?? ""
  }
}
