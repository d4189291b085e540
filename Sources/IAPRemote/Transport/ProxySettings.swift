import IAPCore

/// Which proxy `https` requests take. It is asked to connect to the server and sees nothing else:
/// plain `http` goes to this machine alone, and by no proxy.
package struct ProxySettings: Sendable {
  /// The proxy's URL, which may have a password in it; nil for none.
  let proxy: Secret?
  /// The hosts that are reached without it, as in `NO_PROXY`.
  let exceptions: String

  package static let none = ProxySettings(variables: [:])

  /// Reads the variables that curl reads, in its order; an empty one is as good as none.
  package init(variables: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY").map { Secret($0) }
    exceptions = first("no_proxy", "NO_PROXY") ?? ""
  }
}
