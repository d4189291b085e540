package import CommandLine
package import IAPCore
package import IAPRemote

/// The effective settings of a command. Precedence for each setting: option, environment, profile,
/// default.
package struct Settings: Equatable, Sendable {
  /// The path of a fixture store.
  @Setting package var store: String? = nil
  @Setting package var url: String? = nil
  @Setting package var api: RemoteAPI? = nil
  @Setting package var appKeyFile: String? = nil
  @Setting package var appKey: Secret? = nil
  /// The app's package in each market. `package` applies to the markets that are not in it.
  @Setting package var packages: [StoreCode: String] = [:]
  @Setting package var package: String? = nil
  /// The app's number in the legacy API.
  @Setting package var appSeq: Int? = nil
  @Setting package var retries: Int? = nil
  /// The profile that an option or a variable names. Nil if neither does.
  @Setting package var profile: Identifier? = nil
  /// The profile that is used: the named one, or else the current one.
  package var profileInUse: Identifier?
  @Setting package var user: Identifier? = nil
  /// The given markets. Empty means all.
  @Setting package var markets: [StoreCode] = []
  @Setting package var clock: ClockChange? = nil
  /// The path of the journal; nil for the default path.
  @Setting package var journal: String? = nil
  package var timeout = Duration.seconds(30)
  package var output = OutputSettings()
  package var colour = ColourChoice.auto
  package var language = Language.english
  package var isConfirmed = false
  package var allowsInput = true
  package var isQuiet = false
  package var isVerbose = false

  package init() {}

  /// Reads the settings of a parsed command line.
  package init(
    _ arguments: ParsedArguments, _ variables: [String: String], _ profile: Profile?
  ) throws(UsageError) {
    let source = SettingSource(arguments: arguments, variables: variables, profile: profile)
    $store = try source.value(of: GlobalOptions.store)
    $url = try source.value(of: GlobalOptions.url)
    $api = try source.value(of: GlobalOptions.api)
    $appKeyFile = try source.value(of: GlobalOptions.appKeyFile)
    $appKey = source.appKey
    $packages = source.packages
    $package = try source.value(of: GlobalOptions.package)
    $appSeq = try source.value(of: GlobalOptions.appSeq)
    $retries = try source.value(of: GlobalOptions.retries)
    $profile = try source.value(of: GlobalOptions.profile)
    profileInUse = profile?.name
    $user = try source.value(of: GlobalOptions.user)
    $markets = try source.values(of: GlobalOptions.market)
    $clock = try source.value(of: GlobalOptions.now)
    $journal = try source.value(of: GlobalOptions.journal)
    if let timeout = try arguments.value(of: GlobalOptions.timeout) { self.timeout = timeout }
    output.format = try source.value(of: GlobalOptions.output).wrappedValue ?? .table
    output.fields = try arguments.value(of: GlobalOptions.fields)
    colour = try arguments.value(of: GlobalOptions.color) ?? .auto
    output.hasHeader = !arguments[GlobalOptions.noHeader]
    language =
      try arguments.value(of: GlobalOptions.lang) ?? Self.language(of: variables)
    output.showsSecrets = arguments[GlobalOptions.showTokens]
    isConfirmed = arguments[GlobalOptions.yes]
    allowsInput = !arguments[GlobalOptions.noInput]
    isQuiet = arguments[GlobalOptions.quiet]
    isVerbose = arguments[GlobalOptions.verbose]
  }

  /// The user, for a command that needs one.
  ///
  /// - Parameter alternative: another way to name the user, as the end of the hint: `, or all of
  ///   them with --all-users`.
  package func requiredUser(or alternative: String = "") throws(UsageError) -> Identifier {
    guard let user else {
      // If there is no backend either, report that first.
      _ = try backend()
      throw UsageError(
        "no user given",
        hint: "name one with --user ID, \(Variables.user) or a profile\(alternative)")
    }
    return user
  }

  /// The market, for a command that works in one market. The App Store if none is given.
  package func singleMarket() throws(UsageError) -> StoreCode {
    guard markets.count > 1 else { return markets.first ?? .appStore }
    let giver = $markets.location.map { $0.origin == .commandLine ? "" : " by \($0.name)" } ?? ""
    throw UsageError(
      "more than one market given\(giver): \(markets.map(\.text).joined(separator: ", "))",
      hint: "name one with --market CODE", origin: $markets.origin)
  }

  /// If a backend cannot be opened because of a setting from the environment or a profile, makes
  /// the error a configuration error (exit 78).
  func attribute(_ error: any Error) -> any Error {
    if let error = error as? UsageError { return IAPError(error) }
    guard let error = error as? IAPError, $clock.origin != .commandLine,
      [.iapctl(.clockMovedBack), .iapctl(.clockOutOfRange)].contains(error.code)
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }

  private static func language(of variables: [String: String]) -> Language {
    let locale = Variables.locale.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    return name.flatMap { Language(rawValue: String($0)) } ?? .english
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
      origin: .configuration, name: "\(key) of \(profile.place)",
      source: "profile '\(profile.name)'")
  }

  /// The precedence; the lowest number wins: command line, environment, profile.
  var level: Int {
    switch origin {
    case .commandLine: 0
    case .variable: 1
    case .configuration, .missingBackend: 2
    }
  }
}

/// Looks up each setting in the command line, then in the environment, then in the profile.
struct SettingSource {
  let arguments: ParsedArguments
  let variables: [String: String]
  var profile: Profile?

  func value<Value: Equatable>(of option: Option<Value>) throws(UsageError) -> Setting<Value?> {
    if let value = try arguments.value(of: option) {
      return Setting(value, at: .option(option.specification))
    }
    guard let (words, location) = lookup(option.specification), let word = words.first
    else { return Setting(wrappedValue: nil) }
    return Setting(try read(word, option.syntax, at: location), at: location)
  }

  func values<Value: Equatable>(of option: ListOption<Value>) throws(UsageError) -> Setting<[Value]>
  {
    let values = try arguments.values(of: option)
    if !values.isEmpty { return Setting(values, at: .option(option.specification)) }
    guard let (words, location) = lookup(option.specification) else {
      return Setting(wrappedValue: [])
    }
    var list: [Value] = []
    for word in option.words(in: words) {
      list.append(try read(word, option.syntax, at: location))
    }
    return Setting(list, at: location)
  }

  /// The app key from the environment or the profile. No option takes it, because other users can
  /// read the command line of a process.
  var appKey: Setting<Secret?> {
    if let key = variables[Variables.appKey], !key.isEmpty {
      return Setting(Secret(key), at: .variable(Variables.appKey))
    }
    guard let profile, let key = profile.appKey else { return Setting(wrappedValue: nil) }
    return Setting(key, at: .profile(profile, key: ConfigurationFormat.appKey))
  }

  /// The app's package in each market.
  var packages: Setting<[StoreCode: String]> {
    guard let profile, !profile.packages.isEmpty else { return Setting(wrappedValue: [:]) }
    return Setting(
      profile.packages, at: .profile(profile, key: ConfigurationFormat.packages))
  }

  /// The words of an option and where they were set. Nil if it was not set.
  ///
  /// An empty variable counts as not set. In the variable of a list, the words are separated by
  /// commas.
  func lookup(_ option: OptionSpecification) -> (words: [String], location: Location)? {
    if let words = arguments.values[option.name] { return (words, .option(option)) }
    if let name = option.sources.variable, let text = variables[name], !text.isEmpty {
      let words =
        option.isList
        ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
      return (words, .variable(name))
    }
    guard let profile, let words = profile.words(of: option) else { return nil }
    return (words, .profile(profile, key: option.sources.key ?? ""))
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueParser<Value>, at location: Location
  ) throws(UsageError) -> Value {
    guard !word.utf8.contains(0) else {
      throw UsageError("\(location.name): contains a null character", origin: location.origin)
    }
    guard let value = syntax.read(word) else {
      let error = UsageError.value(
        word, of: location.name, expectation: syntax.expectation,
        suggestion: Suggestions.closest(to: word, among: syntax.kind.choices))
      throw UsageError(error.message, hint: error.hint, origin: location.origin)
    }
    return value
  }
}

/// The names of the environment variables that iapctl reads.
package enum Variables {
  package static let store = "IAPCTL_STORE"
  package static let url = "IAPCTL_URL"
  package static let api = "IAPCTL_API"
  /// The app key itself. No option takes it.
  package static let appKey = "IAPCTL_APP_KEY"
  package static let certificateFile = "SSL_CERT_FILE"
  package static let profile = "IAPCTL_PROFILE"
  package static let user = "IAPCTL_USER"
  package static let market = "IAPCTL_MARKET"
  package static let output = "IAPCTL_OUTPUT"
  package static let now = "IAPCTL_NOW"
  package static let journal = "IAPCTL_JOURNAL"
  package static let temporaryDirectory = "TMPDIR"
  package static let home = "HOME"
  static let configurationHome = "XDG_CONFIG_HOME"
  package static let stateHome = "XDG_STATE_HOME"

  /// The variables that delivery and undo commands receive, in addition to ``user``.
  static let paymentSeq = "IAPCTL_PAYMENT_SEQ"
  static let product = "IAPCTL_PRODUCT"
  static let productSeq = "IAPCTL_PRODUCT_SEQ"

  static let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
  static let colour = (never: "NO_COLOR", always: "CLICOLOR_FORCE", terminal: "TERM")

  /// iapctl's own variables. A value that is not UTF-8 is an error.
  package static let own = GlobalOptions.all.compactMap(\.sources.variable) + [appKey]
  /// Variables whose value no message shows, and which commands of the user do not receive.
  package static let secret: Set = [appKey]
  /// The variables that set the proxy, for HTTPS only.
  package static let proxies = [
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]
  /// Variables that other programs use too. A value that is not UTF-8 is ignored.
  package static let common =
    locale + [
      colour.never, colour.always, colour.terminal, temporaryDirectory, home, configurationHome,
      stateHome, certificateFile,
    ] + proxies
}
