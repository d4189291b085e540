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
  @Setting package var clock: Instant? = nil
  /// The path of the journal; nil for the default path.
  @Setting package var journal: String? = nil
  package var timeout = Duration.seconds(30)
  package var output = OutputSettings()
  package var colour = ColourChoice.auto
  package var language = Language.english
  package var showsTokens = false
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
    showsTokens = arguments[GlobalOptions.showTokens]
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
    guard let error = error as? IAPError, error.code == .iapctl(.clockMovedBack),
      $clock.origin != .commandLine
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }

  private static func language(of variables: [String: String]) -> Language {
    let locale = Variables.locale.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    return name.flatMap { Language(rawValue: String($0)) } ?? .english
  }
}
