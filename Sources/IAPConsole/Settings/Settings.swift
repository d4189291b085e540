import CommandLine
import IAPCore
import IAPMessages
import IAPRemote
import IAPWire
import Languages

/// The effective settings of a command. Where it acts is taken whole from one source
/// (``SettingSource``). Precedence for each other setting: option, typed profile, environment, current
/// profile, default.
struct Settings: Equatable, Sendable {
  /// What they were read from.
  var source = SettingSource()
  /// Where the command acts, or why that is not clear.
  var place: Result<Place, UsageError> = .failure(Place.notChosen(profiles: []))
  var credential = CredentialChoice()
  /// The path of a fixture store.
  var store: String?
  var api: WireDialect?
  var appID: Identifier?
  /// The app's package in each market.
  var packages: MarketValues<String>?
  /// The app's number in the legacy API, in each market.
  var appSeqs: MarketValues<Int>?
  var retries: Int?
  /// The profile that an option or a variable names. Nil if neither does.
  var profile: Identifier?
  /// The profile that is used: the named one, or else the current one.
  var profileInUse: Identifier? { source.profile?.name }
  var user: Identifier?
  /// The given markets. Empty means all.
  var markets: [StoreCode] = []
  var clock: ClockChange?
  /// The path of the journal; nil for the default path.
  var journal: String?
  /// How long unknown consumes are repeated.
  var settle: Duration?
  /// How long over the REST API if nothing says so.
  static let usualSettle = Duration.seconds(30)
  var timeout = Duration.seconds(30)
  /// How calls of a server are repeated.
  var policy: RetryPolicy {
    RetryPolicy(retries: retries ?? GlobalOptions.usualRetries, limit: timeout)
  }
  var output = OutputSettings()
  var colour = ColourChoice.auto
  var language = Language.english
  /// The time zone of what people read and type.
  var timeZone = TimeZone.utc
  var timeZoneName: String?
  /// What the variable `TZ` names, if the system has no such time zone.
  var unknownTimeZone: String?
  var isConfirmed = false
  var allowsInput = true
  var isQuiet = false
  var isVerbose = false

  init() {}

  /// Reads the settings of a parsed command line.
  init(
    _ arguments: ParsedArguments, _ variables: [String: String], _ choice: ProfileChoice = .none
  ) throws(UsageError) {
    source = SettingSource(arguments, variables, choice)
    place = source.place
    store = try source.value(of: GlobalOptions.store)
    _ = try source.value(of: GlobalOptions.url)
    api = try source.value(of: GlobalOptions.api)
    appID = try source.value(of: GlobalOptions.appID)
    packages = try source.value(of: GlobalOptions.package)
    appSeqs = try source.value(of: GlobalOptions.appSeq)
    retries = try source.value(of: GlobalOptions.retries)
    profile = try source.value(of: GlobalOptions.profile)
    user = try source.value(of: GlobalOptions.user)
    markets = try source.values(of: GlobalOptions.market)
    clock = try source.value(of: GlobalOptions.now)
    journal = try source.value(of: GlobalOptions.journal)
    settle = try source.value(of: GlobalOptions.settle)
    if let timeout = try arguments.value(of: GlobalOptions.timeout) { self.timeout = timeout }
    output.format = try source.value(of: GlobalOptions.output) ?? .table
    output.fields = try arguments.value(of: GlobalOptions.fields)
    colour = try arguments.value(of: GlobalOptions.color) ?? .auto
    output.hasHeader = !arguments[GlobalOptions.noHeader]
    language =
      try source.value(of: GlobalOptions.lang) ?? Language(locale: variables)
      ?? .english
    timeZoneName = try source.value(of: GlobalOptions.timeZone)
    output.showsSecrets = arguments[GlobalOptions.showTokens]
    isConfirmed = arguments[GlobalOptions.yes]
    allowsInput = !arguments[GlobalOptions.noInput]
    isQuiet = arguments[GlobalOptions.quiet]
    isVerbose = arguments[GlobalOptions.verbose]
    for credential in Credential.allCases { _ = try source.value(of: credential.fileSetting) }
    credential = source.choice(of: source.neededCredential)
  }

  /// Where a setting was set; nil if it was not set.
  func location(of option: OptionSpecification) -> Location? { source.lookup(option)?.location }

  /// The source of a setting. The command line if it was not set.
  func origin(of option: OptionSpecification) -> UsageError.Origin {
    location(of: option)?.origin ?? .commandLine
  }

  /// Whether a setting was set on the command line.
  func isTyped(_ option: OptionSpecification) -> Bool {
    location(of: option)?.origin == .commandLine
  }

  /// The user, for a command that needs one.
  ///
  /// - Parameter canListAll: whether the command can also list all users.
  func requiredUser(canListAll: Bool = false) throws(UsageError) -> Identifier {
    guard let user else {
      // If there is no backend either, report that first.
      _ = try backend()
      throw UsageError(PlaceUsage.noUser(canListAll: canListAll))
    }
    return user
  }

  /// The market, for a command that works in one market. The App Store if none is given.
  func singleMarket() throws(UsageError) -> StoreCode {
    guard markets.count > 1 else { return markets.first ?? .appStore }
    let name = location(of: GlobalOptions.market.specification).flatMap {
      $0.origin == .commandLine ? nil : $0.name
    }
    throw UsageError(
      PlaceUsage.severalMarkets(markets, givenBy: name),
      origin: origin(of: GlobalOptions.market.specification))
  }

  /// If a backend cannot be opened because of a setting from the environment or a profile, makes
  /// the error a configuration error (exit 78).
  func attribute(_ error: any Error) -> any Error {
    guard let error = error as? IAPError,
      origin(of: GlobalOptions.now.specification) != .commandLine,
      [.iapctl(.clockMovedBack), .iapctl(.clockOutOfRange)].contains(error.code)
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }
}

/// Where a setting was set.
struct Location: Equatable, Sendable {
  let origin: UsageError.Origin
  /// The name in messages: `--store`, `IAPCTL_STORE`, `store of profile 'live' in FILE`.
  let name: String
  /// The source as `config show` prints it: the option, the variable or the profile.
  let source: Sentence

  static func option(_ option: OptionSpecification) -> Location {
    Location(
      origin: .commandLine, name: "--\(option.name)",
      source: Sentence(verbatim: "--\(option.name)"))
  }

  static func variable(_ name: String) -> Location {
    Location(origin: .variable(name), name: name, source: Sentence(verbatim: name))
  }

  static func profile(_ profile: Profile, key: String) -> Location {
    Location(
      origin: .configuration, name: "\(key) of \(profile.nameInMessages)",
      source: ConfigMessages.source(profile.name))
  }
}
