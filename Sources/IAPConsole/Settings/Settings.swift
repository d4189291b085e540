package import CommandLine
package import IAPCore

/// What every command is told: by an option, else by the environment, else by a profile, else by
/// default; setting by setting.
package struct Settings: Equatable, Sendable {
  package var places = BackendSettings()
  /// The profile that an option or a variable names.
  package var profile: Identifier?
  /// The profile that holds, whoever names it.
  package var profileInUse: Identifier?
  package var user: Identifier?
  /// All where none is named.
  package var markets: [StoreCode] = []
  package var clock: Instant?
  /// The journal of consumes; nil for the usual place.
  package var journal: String?
  package var timeout = Duration.seconds(30)
  package var output = OutputSettings()
  package var colour = ColourChoice.auto
  package var language = Language.english
  package var showsTokens = false
  package var isConfirmed = false
  package var allowsInput = true
  package var isQuiet = false
  package var isVerbose = false
  /// Who said the app key itself.
  package internal(set) var appKeyOrigin = UsageError.Origin.commandLine
  /// Who said what may be said in several places, by the name of its option.
  package internal(set) var origins: [String: UsageError.Origin] = [:]
  /// What messages call what no option said, by the name of its option.
  private var names: [String: String] = [:]
  /// What a message calls the app key itself.
  var appKeyName = Variables.appKey

  package init() {}

  /// Reads the settings of a command line that was taken apart.
  package init(
    _ arguments: ParsedArguments, _ variables: [String: String], _ profile: Profile?
  ) throws(UsageError) {
    let source = SettingSource(arguments: arguments, variables: variables, profile: profile)
    self.profile = try take(
      source.value(of: GlobalOptions.profile), of: GlobalOptions.profile.specification
    ).map { Identifier($0) }
    profileInUse = profile?.name
    try takePlaces(source, variables, profile)
    user = try take(source.value(of: GlobalOptions.user), of: GlobalOptions.user.specification)
    markets =
      try take(source.values(of: GlobalOptions.market), of: GlobalOptions.market.specification)
      ?? []
    journal = try take(
      source.value(of: GlobalOptions.journal), of: GlobalOptions.journal.specification)
    clock = try take(source.value(of: GlobalOptions.now), of: GlobalOptions.now.specification)
    if let timeout = try arguments.value(of: GlobalOptions.timeout) { self.timeout = timeout }
    output.format = try source.value(of: GlobalOptions.output)?.value ?? .table
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

  /// Takes a value and remembers who said it.
  mutating func take<Value>(
    _ found: SettingSource.Found<Value>?, of option: OptionSpecification
  ) -> Value? {
    origins[option.name] = found?.origin
    names[option.name] = found?.origin == .commandLine ? nil : found?.name
    return found?.value
  }

  /// Who said it; the command line where nobody did.
  func origin(of option: OptionSpecification) -> UsageError.Origin {
    origins[option.name] ?? .commandLine
  }

  /// What a message calls it: the option, the variable, or the key of a profile, whoever said it.
  func name(of option: OptionSpecification) -> String { names[option.name] ?? "--\(option.name)" }

  /// Whether it was said on this command line.
  func isExplicit(_ option: OptionSpecification) -> Bool {
    origins[option.name] == .commandLine
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
    let option = GlobalOptions.market.specification
    let giver = origin(of: option) == .commandLine ? "" : " by \(name(of: option))"
    throw UsageError(
      "more than one market given\(giver): \(markets.map(\.text).joined(separator: ", "))",
      hint: "name one with --market CODE", origin: origin(of: option))
  }

  /// Says who is to blame for a backend that could not be opened.
  func blame(_ error: any Error) -> any Error {
    if let error = error as? UsageError { return IAPError(error) }
    guard let error = error as? IAPError, error.code == .iapctl(.clockMovedBack),
      origin(of: GlobalOptions.now.specification) != .commandLine
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }

  private static func language(of variables: [String: String]) -> Language {
    let locale = Variables.locale.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    return name.flatMap { Language(rawValue: String($0)) } ?? .english
  }
}
