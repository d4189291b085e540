import CommandLine
import IAPCore
import IAPMessages
import IAPRemote
import IAPWire
import Languages
import System

extension Settings {
  /// Where the command acts.
  ///
  /// - Throws: if no place is named, or two at the same level, if options do not fit the place, and if
  ///   the credentials that are set are for other places.
  func backend() throws(UsageError) -> Place {
    let place = try place.get()
    switch place {
    case .store:
      // Settings for servers in the environment or a profile are ignored.
      if let option = serverOptions.first {
        throw UsageError(
          PlaceUsage.unusedByStore(
            option: option.name,
            chosenBy: location(of: GlobalOptions.store.specification)?.name ?? ""))
      }
    case .server:
      if let problem = credential.problem, credential.other == nil { throw problem }
      if let location = location(of: GlobalOptions.now.specification) {
        throw UsageError(PlaceUsage.settingOfStores(location.name), origin: location.origin)
      }
      try refuseUnusedOptions()
    }
    return place
  }

  /// Refuses what names the app or its key for other APIs.
  private func refuseUnusedOptions() throws(UsageError) {
    let traits = dialect.traits
    var unused = Credential.allCases.filter { $0 != source.neededCredential }
      .map(\.fileSetting.specification)
    if !traits.needsAppID { unused.append(GlobalOptions.appID.specification) }
    if !traits.namesPackage { unused += SharedOptions.package.own }
    if !traits.namesAppSeq { unused += SharedOptions.appSeq.own }
    guard let option = serverOptions.first(where: unused.contains) else { return }
    throw UsageError(
      PlaceUsage.unusedByAPI(option: option.name, api: dialect.rawValue))
  }

  /// The options on the command line that only a server uses.
  private var serverOptions: [OptionSpecification] {
    SharedOptions.serverOnly.own.filter { source.arguments.values[$0.name] != nil }
  }

  /// Throws `unsupported` if the chosen API has no call for an operation.
  func require(_ operation: IAPOperation?) throws(IAPError) {
    guard let operation else { return }
    if case .success(.store) = place { return }
    if case .failure = place, api == nil { return }
    if let refusal = dialect.refusal(of: operation) { throw refusal }
  }

  var isRemote: Bool {
    get throws(UsageError) { if case .server = try backend() { true } else { false } }
  }

  /// The language of words in records: those of a table are for people.
  var recordLanguage: Language { output.format == .table ? language : .english }

  /// The chosen fixture store, for commands that work only on one.
  func fixtureStore() throws(UsageError) -> (path: String, clock: ClockChange?) {
    guard case .store(let path) = try backend() else {
      throw UsageError(PlaceUsage.storeOnly)
    }
    return (path, clock)
  }

  // MARK: The REST API

  var dialect: WireDialect { api ?? .usual }

  /// The markets that are requested from a server if none is given.
  static let usualMarkets: [StoreCode] = [.appStore, .googlePlay, .oneStore]

  /// The address of the server, not checked yet.
  var serverURL: String { if case .server(let url) = try? place.get() { url } else { "" } }

  /// The address of the server, the credential and the app, for requests to the REST API.
  ///
  /// - Parameter key: the credential, which was read already.
  /// - Throws: if the URL is invalid, if it would send secrets unencrypted, or if the API needs a
  ///   credential or the app's ID and no setting gives it.
  func access(_ key: Secret?) throws(IAPError) -> RemoteAccess {
    let origin = try ServerURL.origin(
      of: serverURL, named: location(of: GlobalOptions.url.specification)?.name ?? "--url",
      isConfigured: origin(of: GlobalOptions.url.specification) != .commandLine)
    if key == nil, let credential = dialect.traits.credential {
      throw .iap(.notInitialized, .noKey(credential))
    }
    if let key { try check(key) }
    if dialect.traits.needsAppID, appID == nil { throw .iapctl(.usage, .noAppID) }
    return RemoteAccess(
      origin: origin, credential: key, appID: appID, markets: Self.usualMarkets,
      marketName: location(of: GlobalOptions.market.specification)?.name ?? "--market",
      appSeqs: appSeqs?.map { Int64($0) } ?? MarketValues(), packages: packages ?? MarketValues())
  }

  /// The credential is sent in a header, which must not be empty and cannot contain these characters.
  private func check(_ key: Secret) throws(IAPError) {
    let bytes = key.revealed.utf8
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      let needed = source.neededCredential
      let name = credential.location?.name ?? needed.variable
      throw .iapctl(.configuration, .keyInvalid(needed, setting: name))
    }
  }

  /// The file that an option names, or nil. `-` is standard input, which cannot be the credential's too.
  func path(_ option: Option<String>, _ arguments: ParsedArguments) throws(UsageError) -> String? {
    let path = try arguments.value(of: option)
    guard path == "-", credential.source == .file("-") else { return path }
    throw UsageError(
      SettingUsage.inputReadTwice(option: option.specification.name),
      origin: credential.location?.origin ?? .commandLine)
  }
}
