package import CommandLine
package import IAPCore
package import IAPRemote

/// The settings that say where purchases are kept.
package struct BackendSettings: Equatable, Sendable {
  package var store: String?
  package var url: String?
  package var api: RemoteAPI?
  package var appKeyFile: String?
  package var appKey: Secret?
  package var package: String?
  package var packages: [StoreCode: String] = [:]
  package var appSeq: Int?
  package var retries: Int?
}

extension UsageError.Origin {
  /// How high a setting stands: the command line above the environment above a profile.
  fileprivate var level: Int {
    switch self {
    case .commandLine: 0
    case .variable: 1
    case .configuration, .missingBackend: 2
    }
  }
}

extension Settings {
  /// The path of a fixture store, where one was named.
  package var store: String? {
    get { places.store }
    set { places.store = newValue }
  }

  mutating func takePlaces(
    _ source: SettingSource, _ variables: [String: String], _ profile: Profile?
  ) throws(UsageError) {
    places.store = try take(
      source.value(of: GlobalOptions.store), of: GlobalOptions.store.specification)
    places.url = try take(source.value(of: GlobalOptions.url), of: GlobalOptions.url.specification)
    places.api = try take(source.value(of: GlobalOptions.api), of: GlobalOptions.api.specification)
    places.appKeyFile = try take(
      source.value(of: GlobalOptions.appKeyFile), of: GlobalOptions.appKeyFile.specification)
    places.package = try take(
      source.value(of: GlobalOptions.package), of: GlobalOptions.package.specification)
    places.appSeq = try take(
      source.value(of: GlobalOptions.appSeq), of: GlobalOptions.appSeq.specification)
    places.retries = try take(
      source.value(of: GlobalOptions.retries), of: GlobalOptions.retries.specification)
    places.packages = profile?.packages ?? [:]
    if let key = variables[Variables.appKey], !key.isEmpty {
      (places.appKey, appKeyOrigin) = (Secret(key), .variable(Variables.appKey))
    } else if let key = profile?.appKey {
      (places.appKey, appKeyOrigin) = (key, .configuration)
      appKeyName = "\(ConfigurationFormat.appKey) of \(profile?.place ?? "")"
    }
  }

  /// The backend that was chosen: what the highest level names that names one. An app key names the
  /// REST API where no store stands beside it.
  package func backend() throws(UsageError) -> Backend {
    let (store, url, key) = (level(.store), level(.url), keyLevel)
    guard let highest = [store, url, key].compactMap({ $0 }).min() else { throw Self.noBackend }
    if store == highest, url == highest {
      throw UsageError(
        "two backends given: a fixture store by \(name(of: GlobalOptions.store.specification)), "
          + "and a URL by \(name(of: GlobalOptions.url.specification))",
        hint: "give only one of them",
        origin: origin(of: GlobalOptions.url.specification))
    }
    if store == highest, let path = places.store {
      try refuseOptionsOfServers()
      return .store(path: path, patience: timeout, clock: clock)
    }
    return .remote(try remote())
  }

  /// Refuses what was typed and says something of a server, where a fixture store was chosen. What
  /// the environment or a profile says of servers does not matter then.
  private func refuseOptionsOfServers() throws(UsageError) {
    let options = SharedOptions([.server, .retries, .package, .appSeq]).own
    guard let option = options.first(where: isExplicit) else { return }
    throw UsageError(
      "a fixture store, chosen by \(name(of: GlobalOptions.store.specification)), does not use "
        + "--\(option.name)", hint: "add --url URL to use a server, or leave --\(option.name) out")
  }

  /// Refuses a second reader of standard input beside the app key.
  ///
  /// - Parameter option: the other one.
  func requireInput(for option: OptionSpecification) throws(UsageError) {
    guard places.appKeyFile == "-" else { return }
    throw UsageError(
      "--\(option.name) and the app key cannot both be read from standard input",
      hint: "read one of them from a file",
      origin: origin(of: GlobalOptions.appKeyFile.specification))
  }

  /// Whether the backend is a server.
  var isRemote: Bool {
    get throws(UsageError) { if case .remote = try backend() { true } else { false } }
  }

  /// The fixture store that was chosen, for what only one can do.
  func fixtureStore() throws(UsageError) -> (path: String, clock: Instant?) {
    switch try backend() {
    case .store(let path, _, let clock): return (path, clock)
    case .remote:
      throw UsageError(
        "this works only on a fixture store, but the REST API was chosen",
        hint: "name a fixture store with --store PATH")
    }
  }

  private enum Place { case store, url }

  private func level(_ place: Place) -> Int? {
    switch place {
    case .store: places.store.map { _ in origin(of: GlobalOptions.store.specification).level }
    case .url: places.url.map { _ in origin(of: GlobalOptions.url.specification).level }
    }
  }

  private var keyLevel: Int? {
    let file = places.appKeyFile.map { _ in
      origin(of: GlobalOptions.appKeyFile.specification).level
    }
    return [file, places.appKey.map { _ in appKeyOrigin.level }].compactMap { $0 }.min()
  }

  private static let noBackend = UsageError(
    "no backend chosen",
    hint:
      "name a fixture store with --store PATH, \(Variables.store) or the key store, or give the "
      + "app key of the REST API with --app-key-file PATH, \(Variables.appKey) or the key appKeyFile",
    origin: .missingBackend)

  private func remote() throws(UsageError) -> RemoteBackend {
    var remote = RemoteBackend(
      api: places.api ?? .service, url: places.url ?? RemoteBackend.usualOrigin, patience: timeout)
    remote.names = .init(
      url: name(of: GlobalOptions.url.specification),
      market: name(of: GlobalOptions.market.specification), appKey: appKeyName)
    remote.isURLConfigured = origin(of: GlobalOptions.url.specification) != .commandLine
    remote.appKey = try key()
    remote.appSeq = places.appSeq.map { Int64($0) }
    remote.package = places.package
    remote.packages = places.packages
    remote.retries = places.retries ?? RemoteBackend.usualRetries
    if clock != nil {
      throw UsageError(
        "\(name(of: GlobalOptions.now.specification)) works only on a fixture store",
        hint: "leave it out, or name a fixture store with --store PATH",
        origin: origin(of: GlobalOptions.now.specification))
    }
    return remote
  }

  /// The one of the highest level.
  private func key() throws(UsageError) -> AppKeySource? {
    let fileLevel = origin(of: GlobalOptions.appKeyFile.specification).level
    switch (places.appKeyFile, places.appKey) {
    case (nil, nil): return nil
    case (let file?, nil): return .file(file)
    case (nil, let key?): return .key(key)
    case (let file?, let key?):
      if fileLevel == appKeyOrigin.level {
        throw UsageError(
          "two app keys given: \(appKeyName), and appKeyFile", hint: "remove one of them",
          origin: appKeyOrigin)
      }
      return fileLevel < appKeyOrigin.level ? .file(file) : .key(key)
    }
  }
}
