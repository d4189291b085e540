package import IAPCore
package import IAPRemote

/// The REST API of a server, and how it is asked.
package struct RemoteBackend: Hashable, Sendable {
  package var api: RemoteAPI
  /// Scheme, host and port; not yet looked at.
  package var url: String
  /// Whether the environment or a profile gave the URL, and no option.
  package var isURLConfigured = false
  /// What messages call the URL, the markets and the app key itself, by whoever gave them.
  package var names = Names()

  package struct Names: Hashable, Sendable {
    package var url = "--url"
    package var market = "--market"
    package var appKey = Variables.appKey
  }

  package var appKey: AppKeySource?
  /// The app's number in the legacy API.
  package var appSeq: Int64?
  /// The app's package, by market.
  package var packages: [StoreCode: String] = [:]
  /// The app's package in every other market.
  package var package: String?
  /// How many attempts may follow the first.
  package var retries = RemoteBackend.usualRetries
  /// The time for one call, all its attempts.
  package var patience: Duration

  package static let usualRetries = 2
  package static let usualOrigin = "https://api-iap.cloud.toast.com"
  /// The markets that are asked where none is named.
  package static let usualMarkets: [StoreCode] = [.appStore, .googlePlay, .oneStore]

  package init(api: RemoteAPI, url: String, patience: Duration) {
    self.api = api
    self.url = url
    self.patience = patience
  }

  /// What the dialects ask with.
  ///
  /// - Parameter appKey: the key, read from where it was said to be.
  /// - Throws: where the URL is no origin, or would carry secrets in the clear, or where there is no
  ///   key and the API asks for one.
  package func access(appKey: Secret?) throws(IAPError) -> RemoteAccess {
    let origin = try Self.origin(of: url, named: names.url, isConfigured: isURLConfigured)
    if appKey == nil, api != .legacy { throw .iap(.notInitialized, .noAppKey) }
    if let appKey { try Self.check(appKey, named: names.appKey) }
    return RemoteAccess(
      origin: origin, appKey: appKey, appSeq: appSeq, markets: Self.usualMarkets,
      marketName: names.market, packages: packages, package: package)
  }
}

extension RemoteBackend {
  /// A header without a value, or with what no header may have, would not arrive as a key.
  private static func check(_ appKey: Secret, named name: String) throws(IAPError) {
    let bytes = appKey.revealed.utf8
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .iapctl(
        .configuration,
        .usage(
          "\(name): invalid app key: empty, or contains a space or another invalid character",
          hint: "copy the app key from the IAP console again"))
    }
  }

  /// The origin that a text names, to which secrets may be sent.
  ///
  /// - Parameters:
  ///   - name: what a message calls the text.
  ///   - isConfigured: whether the environment or a profile gave it.
  static func origin(
    of url: String, named name: String, isConfigured: Bool
  ) throws(IAPError) -> String {
    do throws(ServerURL.Problem) {
      let checked = try ServerURL(url)
      if checked.isPlain, !checked.isLoopback {
        throw ServerURL.Problem(why: Self.isPlain)
      }
      return checked.origin
    } catch {
      throw .http(
        error.why == Self.isPlain ? .requiresSecureConnection : .urlInvalid,
        .urlRefused(
          "\(name): invalid URL '\(ServerURL.masked(url))'", why: error.why,
          isConfigured: isConfigured))
    }
  }

  private static let isPlain =
    "plain http is allowed only to this machine; use https"
}

/// Where the app key is. It is read when it is first needed.
package enum AppKeySource: Hashable, Sendable {
  /// A file; `-` is standard input.
  case file(String)
  case key(Secret)
}
