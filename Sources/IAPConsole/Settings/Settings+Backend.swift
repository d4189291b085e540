import CommandLine
import IAPCore
import IAPRemote
import IAPWire
import System

extension Settings {
  /// The source of the app key. It is read when the backend is opened.
  enum AppKeySource: Equatable, Sendable {
    /// A file; `-` is standard input.
    case file(String)
    case key(Secret)
  }

  /// Where the command acts.
  ///
  /// - Throws: if no place is named, or two at the same level, if options do not fit the place, and if
  ///   the app keys that are set are for other places.
  func backend() throws(UsageError) -> Place {
    let place = try place.get()
    switch place {
    case .store:
      try refuseOptionsOfServers(storeFrom: $store.location?.name ?? "")
    case .server:
      if let appKeyProblem { throw appKeyProblem }
      if let location = $clock.location {
        throw UsageError(PlaceProblem.settingOfStores(location.name), origin: location.origin)
      }
      if !dialect.traits.namesApp { try refuseNamesOfApp() }
    }
    return place
  }

  private func refuseNamesOfApp() throws(UsageError) {
    let unused = SharedOptions([.package, .appSeq]).own
    guard let option = serverOptions.first(where: unused.contains) else { return }
    throw UsageError(
      PlaceProblem.unusedByAPI(option: option.name, api: dialect.rawValue))
  }

  /// If a fixture store was chosen, refuses options for servers on the command line. Settings for
  /// servers in the environment or a profile are ignored.
  private func refuseOptionsOfServers(storeFrom name: String) throws(UsageError) {
    guard let option = serverOptions.first else { return }
    throw UsageError(PlaceProblem.unusedByStore(option: option.name, chosenBy: name))
  }

  /// Whether the backend is a server.
  var isRemote: Bool {
    get throws(UsageError) { if case .server = try backend() { true } else { false } }
  }

  /// The chosen fixture store, for commands that work only on one.
  func fixtureStore() throws(UsageError) -> (path: String, clock: ClockChange?) {
    guard case .store(let path) = try backend() else {
      throw UsageError(PlaceProblem.storeOnly)
    }
    return (path, clock)
  }

  // MARK: The REST API

  var dialect: WireDialect { api ?? .usual }

  /// The markets that are requested from a server if none is given.
  static let usualMarkets: [StoreCode] = [.appStore, .googlePlay, .oneStore]

  /// The address of the server, not checked yet.
  var serverURL: String { if case .server(let url) = try? place.get() { url } else { "" } }

  /// The app key of the place, which is read when the backend is opened.
  var appKeySource: AppKeySource? { appKeyFile.map { .file($0) } ?? appKey.map { .key($0) } }

  /// The address of the server, the app key and the app, for requests to the REST API.
  ///
  /// - Parameter key: the app key, which was read already.
  /// - Throws: if the URL is invalid, if it would send secrets unencrypted, or if the API needs an
  ///   app key and there is none.
  func access(appKey key: Secret?) throws(IAPError) -> RemoteAccess {
    let origin = try ServerURL.origin(
      of: serverURL, named: $url.location?.name ?? "--url",
      isConfigured: $url.origin != .commandLine)
    if key == nil, dialect.traits.credentialHeader != nil { throw .iap(.notInitialized, .noAppKey) }
    if let key { try check(key) }
    return RemoteAccess(
      origin: origin, appKey: key, markets: Self.usualMarkets,
      marketName: $markets.location?.name ?? "--market",
      appSeqs: appSeqs?.map { Int64($0) } ?? MarketValues(), packages: packages ?? MarketValues())
  }

  /// The app key is sent in a header, which must not be empty and cannot contain these characters.
  private func check(_ key: Secret) throws(IAPError) {
    let bytes = key.revealed.utf8
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      let name = $appKey.location?.name ?? Variables.appKey
      throw .iapctl(.configuration, .appKeyInvalid(setting: name))
    }
  }

  /// Throws if the app key and another option are both read from standard input.
  ///
  /// - Parameter option: the other option.
  func requireInput(for option: OptionSpecification) throws(UsageError) {
    guard appKeyFile == "-" else { return }
    throw UsageError(
      SettingProblem.inputReadTwice(option: option.name), origin: $appKeyFile.origin)
  }
}
