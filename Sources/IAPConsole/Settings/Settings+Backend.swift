package import CommandLine
import IAPCore
import IAPRemote
import System

extension Settings {
  /// The kind of backend that the settings choose.
  package enum Choice: Equatable, Sendable {
    case store(path: String)
    case server
  }

  /// The source of the app key. It is read when the backend is opened.
  enum AppKeySource: Equatable, Sendable {
    /// A file; `-` is standard input.
    case file(String)
    case key(Secret)
  }

  /// The chosen backend: the source with the highest precedence that names a backend decides. An
  /// app key chooses the server, unless the same source names a fixture store.
  package func backend() throws(UsageError) -> Choice {
    let locations = [$store.location, $url.location, $appKeyFile.location, $appKey.location]
    guard let highest = locations.compactMap({ $0?.level }).min() else { throw Self.noBackend }
    if let store, let location = $store.location, location.level == highest {
      if let url = $url.location, url.level == highest {
        throw UsageError(
          "two backends given: a fixture store by \(location.name), and a URL by \(url.name)",
          hint: "give only one of them", origin: url.origin)
      }
      try refuseOptionsOfServers(storeFrom: location)
      return .store(path: store)
    }
    _ = try appKeySource
    if let location = $clock.location {
      throw UsageError(
        "\(location.name) works only on a fixture store",
        hint: "leave it out, or name a fixture store with --store PATH", origin: location.origin)
    }
    return .server
  }

  private static let noBackend = UsageError(
    "no backend chosen",
    hint:
      "name a fixture store with --store PATH, \(Variables.store) or the key store, or give the "
      + "app key of the REST API with --app-key-file PATH, \(Variables.appKey) or the key appKeyFile",
    origin: .missingBackend)

  /// If a fixture store was chosen, refuses options for servers on the command line. Settings for
  /// servers in the environment or a profile are ignored.
  private func refuseOptionsOfServers(storeFrom location: Location) throws(UsageError) {
    let typed = [
      (GlobalOptions.url.specification, $url.isTyped),
      (GlobalOptions.api.specification, $api.isTyped),
      (GlobalOptions.appKeyFile.specification, $appKeyFile.isTyped),
      (GlobalOptions.retries.specification, $retries.isTyped),
      (GlobalOptions.package.specification, $package.isTyped),
      (GlobalOptions.appSeq.specification, $appSeq.isTyped),
    ]
    guard let (option, _) = typed.first(where: \.1) else { return }
    throw UsageError(
      "a fixture store, chosen by \(location.name), does not use --\(option.name)",
      hint: "add --url URL to use a server, or leave --\(option.name) out")
  }

  /// Whether the backend is a server.
  var isRemote: Bool { get throws(UsageError) { try backend() == .server } }

  /// The chosen fixture store, for commands that work only on one.
  func fixtureStore() throws(UsageError) -> (path: String, clock: ClockChange?) {
    guard case .store(let path) = try backend() else {
      throw UsageError(
        "this works only on a fixture store, but the REST API was chosen",
        hint: "name a fixture store with --store PATH")
    }
    return (path, clock)
  }

  // MARK: The REST API

  /// The markets that are requested from a server if none is given.
  private static let usualMarkets: [StoreCode] = [.appStore, .googlePlay, .oneStore]

  /// The address of the server, not checked yet.
  var serverURL: String { url ?? ServerURL.usual }

  /// The app key with the highest precedence.
  var appKeySource: AppKeySource? {
    get throws(UsageError) {
      guard let file = appKeyFile, let fileLevel = $appKeyFile.location?.level else {
        return appKey.map { .key($0) }
      }
      guard let key = appKey, let location = $appKey.location else { return .file(file) }
      if fileLevel == location.level {
        throw UsageError(
          "two app keys given: \(location.name), and appKeyFile", hint: "remove one of them",
          origin: location.origin)
      }
      return fileLevel < location.level ? .file(file) : .key(key)
    }
  }

  /// The address of the server, the app key and the app, for requests to the REST API.
  ///
  /// - Parameter key: the app key, which was read already.
  /// - Throws: if the URL is invalid, if it would send secrets unencrypted, or if the API needs an
  ///   app key and there is none.
  func access(appKey key: Secret?) throws(IAPError) -> RemoteAccess {
    let origin = try ServerURL.origin(
      of: serverURL, named: $url.location?.name ?? "--url",
      isConfigured: $url.origin != .commandLine)
    if key == nil, api != .legacy { throw .iap(.notInitialized, .noAppKey) }
    if let key { try check(key) }
    return RemoteAccess(
      origin: origin, appKey: key, appSeq: appSeq.map { Int64($0) }, markets: Self.usualMarkets,
      marketName: $markets.location?.name ?? "--market", packages: packages, package: package)
  }

  /// The app key is sent in a header, which must not be empty and cannot contain these characters.
  private func check(_ key: Secret) throws(IAPError) {
    let bytes = key.revealed.utf8
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      let name = $appKey.location?.name ?? Variables.appKey
      throw .iapctl(
        .configuration,
        .usage(
          "\(name): invalid app key: empty, or contains a space or another invalid character",
          hint: "copy the app key from the IAP console again"))
    }
  }

  /// Throws if the app key and another option are both read from standard input.
  ///
  /// - Parameter option: the other option.
  func requireInput(for option: OptionSpecification) throws(UsageError) {
    guard appKeyFile == "-" else { return }
    throw UsageError(
      "--\(option.name) and the app key cannot both be read from standard input",
      hint: "read one of them from a file", origin: $appKeyFile.origin)
  }
}

/// The address of a server: only scheme, host and port.
struct ServerURL: Hashable, Sendable {
  static let usual = "https://api-iap.cloud.toast.com"

  /// Without a trailing slash: `https://api.example.com:8080`.
  let origin: String
  /// Whether the scheme is `http`, so that requests are not encrypted.
  let isPlain: Bool
  let isLoopback: Bool

  /// Why a text is not the address of a server.
  struct Problem: Error, Hashable {
    let why: String
  }

  init(_ text: String) throws(Problem) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Problem(why: "it contains an invalid character")
    }
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Problem(why: "it must begin with https://") }
    let scheme = parts[0].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw Problem(why: "the scheme is \(scheme), not https")
    }
    let authority = parts[1].hasSuffix("/") ? parts[1].dropLast() : parts[1]
    guard !authority.contains("@") else { throw Problem(why: "it contains a user name") }
    guard !authority.contains(where: { "/?#\\".contains($0) }) else {
      throw Problem(why: "it contains a path, a query or a fragment")
    }
    let (host, port) = try Self.split(authority)
    isPlain = scheme == "http"
    isLoopback = Self.isLoopback(host)
    origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// An invalid address for a message. A password and a query are masked, because they may be
  /// secret.
  static func masked(_ text: String) -> String {
    // A password may contain any character, also `@`, `/` and `?`.
    let at = text.lastIndex(of: "@")
    let rest = at.map { text[$0...] } ?? text[...]
    let end = rest.firstIndex { "?#".contains($0) } ?? rest.endIndex
    let query = end == rest.endIndex ? "" : "\(rest[end])\(Secret(""))"
    guard at != nil else { return rest[..<end] + query }
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) } ?? ""
    return scheme + "\(Secret(""))" + rest[..<end] + query
  }

  private static func split(_ authority: Substring) throws(Problem) -> (String, Int?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw Problem(why: "']' is missing") }
      host = authority[...end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw Problem(why: "no valid host") }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    guard !host.isEmpty, host != "[]", isName(host) else { throw Problem(why: "no valid host") }
    guard let port else { return (host.lowercased(), nil) }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
      (1...65_535).contains(number)
    else { throw Problem(why: "invalid port") }
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
