package import CommandLine
package import IAPCore
package import IAPRemote

/// What every command is told: by an option, else by the environment, else by a profile, else by
/// default; setting by setting.
package struct Settings: Equatable, Sendable {
  /// The path of a fixture store.
  @Setting package var store: String? = nil
  @Setting package var url: String? = nil
  @Setting package var api: RemoteAPI? = nil
  @Setting package var appKeyFile: String? = nil
  @Setting package var appKey: Secret? = nil
  /// The app's package, by market, and in every other market.
  @Setting package var packages: [StoreCode: String] = [:]
  @Setting package var package: String? = nil
  /// The app's number in the legacy API.
  @Setting package var appSeq: Int? = nil
  @Setting package var retries: Int? = nil
  /// The profile that an option or a variable names.
  @Setting package var profile: Identifier? = nil
  /// The profile that holds, whoever names it.
  package var profileInUse: Identifier?
  @Setting package var user: Identifier? = nil
  /// All where none is named.
  @Setting package var markets: [StoreCode] = []
  @Setting package var clock: Instant? = nil
  /// The journal of consumes; nil for the usual place.
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

  /// Reads the settings of a command line that was taken apart.
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

  /// The user, for a command that cannot do without.
  ///
  /// - Parameter alternative: what else would do, after a comma.
  package func requiredUser(or alternative: String = "") throws(UsageError) -> Identifier {
    guard let user else {
      // Without a backend a user is of no use: that comes first.
      _ = try backend()
      throw UsageError(
        "no user given",
        hint: "name one with --user ID, \(Variables.user) or a profile\(alternative)")
    }
    return user
  }

  /// The one market of a command that works in one; the App Store where none is named.
  package func singleMarket() throws(UsageError) -> StoreCode {
    guard markets.count > 1 else { return markets.first ?? .appStore }
    let giver = $markets.location.map { $0.origin == .commandLine ? "" : " by \($0.name)" } ?? ""
    throw UsageError(
      "more than one market given\(giver): \(markets.map(\.text).joined(separator: ", "))",
      hint: "name one with --market CODE", origin: $markets.origin)
  }

  /// Attributes the error of a backend that could not be opened to who gave the setting.
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
