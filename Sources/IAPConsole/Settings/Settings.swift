package import CommandLine
package import IAPCore
import IAPMessages
import IAPRemote
package import IAPWire
package import Languages

/// The effective settings of a command. Where it acts is taken whole from one source
/// (``SettingSource``). Precedence for each other setting: option, typed profile, environment, current
/// profile, default.
package struct Settings: Equatable, Sendable {
  /// What they were read from.
  var source = SettingSource()
  /// Where the command acts, or why that is not clear.
  package var place: Result<Place, UsageError> = .failure(Place.notChosen(profiles: []))
  var credential = CredentialChoice()
  /// The path of a fixture store.
  @Setting package var store: String? = nil
  @Setting package var url: String? = nil
  @Setting package var api: WireDialect? = nil
  /// The ID of the app in Gamebase.
  @Setting package var appID: Identifier? = nil
  /// The app's package in each market.
  @Setting package var packages: MarketValues<String>? = nil
  /// The app's number in the legacy API, in each market.
  @Setting package var appSeqs: MarketValues<Int>? = nil
  @Setting package var retries: Int? = nil
  /// The profile that an option or a variable names. Nil if neither does.
  @Setting package var profile: Identifier? = nil
  /// The profile that is used: the named one, or else the current one.
  package var profileInUse: Identifier? { source.profile?.name }
  @Setting package var user: Identifier? = nil
  /// The given markets. Empty means all.
  @Setting package var markets: [StoreCode] = []
  @Setting package var clock: ClockChange? = nil
  /// The path of the journal; nil for the default path.
  @Setting package var journal: String? = nil
  /// How long unknown consumes are repeated.
  @Setting package var settle: Duration? = nil
  package var timeout = Duration.seconds(30)
  /// How calls of a server are repeated.
  var policy: RetryPolicy {
    RetryPolicy(retries: retries ?? GlobalOptions.usualRetries, limit: timeout)
  }
  package var output = OutputSettings()
  package var colour = ColourChoice.auto
  package var language = Language.english
  /// The time zone of what people read and type.
  package var timeZone = TimeZone.utc
  @Setting package var timeZoneName: String? = nil
  /// What the variable `TZ` names, if the system has no such time zone.
  var unknownTimeZone: String?
  package var isConfirmed = false
  package var allowsInput = true
  package var isQuiet = false
  package var isVerbose = false

  package init() {}

  /// Reads the settings of a parsed command line.
  init(
    _ arguments: ParsedArguments, _ variables: [String: String], _ choice: ProfileChoice = .none
  ) throws(UsageError) {
    source = SettingSource(arguments, variables, choice)
    place = source.place
    $store = try source.value(of: GlobalOptions.store)
    $url = try source.value(of: GlobalOptions.url)
    $api = try source.value(of: GlobalOptions.api)
    $appID = try source.value(of: GlobalOptions.appID)
    $packages = try source.value(of: GlobalOptions.package)
    $appSeqs = try source.value(of: GlobalOptions.appSeq)
    $retries = try source.value(of: GlobalOptions.retries)
    $profile = try source.value(of: GlobalOptions.profile)
    $user = try source.value(of: GlobalOptions.user)
    $markets = try source.values(of: GlobalOptions.market)
    $clock = try source.value(of: GlobalOptions.now)
    $journal = try source.value(of: GlobalOptions.journal)
    $settle = try source.value(of: GlobalOptions.settle)
    if let timeout = try arguments.value(of: GlobalOptions.timeout) { self.timeout = timeout }
    output.format = try source.value(of: GlobalOptions.output).wrappedValue ?? .table
    output.fields = try arguments.value(of: GlobalOptions.fields)
    colour = try arguments.value(of: GlobalOptions.color) ?? .auto
    output.hasHeader = !arguments[GlobalOptions.noHeader]
    language =
      try source.value(of: GlobalOptions.lang).wrappedValue ?? Language(locale: variables)
      ?? .english
    $timeZoneName = try source.value(of: GlobalOptions.timeZone)
    output.showsSecrets = arguments[GlobalOptions.showTokens]
    isConfirmed = arguments[GlobalOptions.yes]
    allowsInput = !arguments[GlobalOptions.noInput]
    isQuiet = arguments[GlobalOptions.quiet]
    isVerbose = arguments[GlobalOptions.verbose]
    for credential in Credential.allCases { _ = try source.value(of: credential.fileSetting) }
    credential = source.choice(of: source.neededCredential)
  }

  /// The user, for a command that needs one.
  ///
  /// - Parameter canListAll: whether the command can also list all users.
  package func requiredUser(canListAll: Bool = false) throws(UsageError) -> Identifier {
    guard let user else {
      // If there is no backend either, report that first.
      _ = try backend()
      throw UsageError(PlaceUsage.noUser(canListAll: canListAll))
    }
    return user
  }

  /// The market, for a command that works in one market. The App Store if none is given.
  package func singleMarket() throws(UsageError) -> StoreCode {
    guard markets.count > 1 else { return markets.first ?? .appStore }
    let name = $markets.location.flatMap { $0.origin == .commandLine ? nil : $0.name }
    throw UsageError(
      PlaceUsage.severalMarkets(markets, givenBy: name), origin: $markets.origin)
  }

  /// If a backend cannot be opened because of a setting from the environment or a profile, makes
  /// the error a configuration error (exit 78).
  func attribute(_ error: any Error) -> any Error {
    guard let error = error as? IAPError, $clock.origin != .commandLine,
      [.iapctl(.clockMovedBack), .iapctl(.clockOutOfRange)].contains(error.code)
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }
}

/// The value of a setting and where it was set. `settings.user` is the value, and `settings.$user`
/// has the location.
@propertyWrapper
package struct Setting<Value> {
  package var wrappedValue: Value
  /// Nil if it was not set.
  package var location: Location?

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(_ value: Value, at location: Location) {
    (wrappedValue, self.location) = (value, location)
  }

  package var projectedValue: Setting {
    get { self }
    set { self = newValue }
  }

  /// The source of the setting. The command line if it was not set.
  var origin: UsageError.Origin { location?.origin ?? .commandLine }

  /// Whether it was set on the command line.
  var isTyped: Bool { location?.origin == .commandLine }
}

// Conditional, because a type whose parameter has a requirement is made at run time by a search
// through all conformances of the program: a tenth of the time of a small query.
extension Setting: Equatable where Value: Equatable {}
extension Setting: Sendable where Value: Sendable {}

/// Where a setting was set.
package struct Location: Equatable, Sendable {
  package let origin: UsageError.Origin
  /// The name in messages: `--store`, `IAPCTL_STORE`, `store of profile 'live' in FILE`.
  package let name: String
  /// The source as `config show` prints it: the option, the variable or the profile.
  package let source: String

  static func option(_ option: OptionSpecification) -> Location {
    Location(origin: .commandLine, name: "--\(option.name)", source: "--\(option.name)")
  }

  static func variable(_ name: String) -> Location {
    Location(origin: .variable(name), name: name, source: name)
  }

  static func profile(_ profile: Profile, key: String) -> Location {
    Location(
      origin: .configuration, name: "\(key) of \(profile.nameInMessages)",
      source: "profile '\(profile.name)'")
  }
}
