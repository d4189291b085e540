package import IAPCore

/// What every command is told: by an option, else by the environment, else by default; setting by
/// setting.
package struct Settings: Equatable, Sendable {
  package var store: String?
  package var user: Identifier?
  /// Whether the user was named on this command line.
  package var isUserExplicit = false
  /// All where none is named.
  package var markets: [StoreCode] = []
  /// Who named the markets.
  package var marketsOrigin = UsageError.Origin.commandLine
  package var clock: Instant?
  package var clockOrigin = UsageError.Origin.commandLine
  package var timeout = Duration.seconds(30)
  package var output = OutputSettings()
  package var language = Language.english
  package var showsTokens = false
  package var isConfirmed = false
  package var allowsInput = true
  package var isQuiet = false
  package var isVerbose = false

  package init() {}

  /// Reads the settings of a command line that was taken apart.
  package init(
    _ arguments: ParsedArguments, _ variables: [String: String]
  ) throws(UsageError) {
    let source = SettingSource(arguments: arguments, variables: variables)
    store = try source.value(of: GlobalOptions.store)?.value
    if let (value, origin) = try source.value(of: GlobalOptions.user) {
      user = Identifier(value)
      isUserExplicit = origin == .commandLine
    }
    (markets, marketsOrigin) = try source.values(of: GlobalOptions.market)
    if let (value, origin) = try source.value(of: GlobalOptions.now) {
      (clock, clockOrigin) = (value, origin)
    }
    if let timeout = try arguments.value(of: GlobalOptions.timeout) { self.timeout = timeout }
    output.format = try source.value(of: GlobalOptions.output)?.value ?? .table
    output.fields = try arguments.value(of: GlobalOptions.fields)
    output.hasHeader = !arguments[GlobalOptions.noHeader]
    language =
      try arguments.value(of: GlobalOptions.lang) ?? Self.language(of: variables)
    showsTokens = arguments[GlobalOptions.showTokens]
    isConfirmed = arguments[GlobalOptions.yes]
    allowsInput = !arguments[GlobalOptions.noInput]
    isQuiet = arguments[GlobalOptions.quiet]
    isVerbose = arguments[GlobalOptions.verbose]
  }

  /// The backend that was chosen.
  package func backend() throws(UsageError) -> Backend {
    guard let store else {
      throw UsageError(
        "no backend chosen",
        hint: "name a fixture store with --store PATH or \(Variables.store); "
          + "the REST API, with its app key, is not in this version",
        origin: .missingBackend)
    }
    return .store(path: store, patience: timeout, clock: clock)
  }

  /// The user, for a command that cannot do without.
  ///
  /// - Parameter alternative: what else would do, after a comma.
  package func requiredUser(or alternative: String = "") throws(UsageError) -> Identifier {
    guard let user else {
      throw UsageError(
        "no user given", hint: "name one with --user ID or \(Variables.user)\(alternative)")
    }
    return user
  }

  /// The one market of a command that works in one; the App Store where none is named.
  package func singleMarket() throws(UsageError) -> StoreCode {
    guard markets.count > 1 else { return markets.first ?? .appStore }
    throw UsageError(
      "more than one market given: \(markets.map(\.text).joined(separator: ", "))",
      hint: "name one with --market CODE", origin: marketsOrigin)
  }

  /// Says who is to blame for a backend that could not be opened.
  func blame(_ error: any Error) -> any Error {
    if let error = error as? UsageError { return IAPError(error) }
    guard let error = error as? IAPError, error.code == .iapctl(.clockMovedBack),
      clockOrigin != .commandLine
    else { return error }
    return IAPError.iapctl(.configuration, error.reason)
  }

  private static func language(of variables: [String: String]) -> Language {
    let locale = Variables.locale.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    return name.flatMap { Language(rawValue: String($0)) } ?? .english
  }
}

/// The two places that a setting can come from.
private struct SettingSource {
  let arguments: ParsedArguments
  let variables: [String: String]

  func value<Value>(
    of option: Option<Value>
  ) throws(UsageError) -> (value: Value, origin: UsageError.Origin)? {
    if let value = try arguments.value(of: option) { return (value, .commandLine) }
    guard let name = option.specification.variable, let word = variables[name], !word.isEmpty
    else { return nil }
    return (try read(word, option.syntax, from: name), .variable(name))
  }

  /// A variable holds several values with commas between them.
  func values<Value>(
    of option: ListOption<Value>
  ) throws(UsageError) -> ([Value], UsageError.Origin) {
    let values = try arguments.values(of: option)
    guard values.isEmpty, let name = option.specification.variable, let words = variables[name],
      !words.isEmpty
    else { return (values, .commandLine) }
    var list: [Value] = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      list.append(try read(String(word), option.syntax, from: name))
    }
    return (list, .variable(name))
  }

  private func read<Value>(
    _ word: String, _ syntax: ValueSyntax<Value>, from name: String
  ) throws(UsageError) -> Value {
    guard let value = syntax.read(word) else {
      let error = UsageError.value(
        word, of: name, expectation: syntax.expectation,
        suggestion: Suggestions.closest(to: word, among: syntax.choices))
      throw UsageError(error.message, hint: error.hint, origin: .variable(name))
    }
    return value
  }
}

extension Display {
  /// How a stream shows text: colour by `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, and
  /// what the stream is.
  static func of(
    _ stream: Environment.Output, choice: ColourChoice, variables: [String: String]
  ) -> Display {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto where isSet(Variables.colour.never): false
      case .auto where isSet(Variables.colour.always) && variables[Variables.colour.always] != "0":
        true
      case .auto where variables[Variables.colour.terminal] == "dumb": false
      case .auto: stream.isTerminal
      }
    return Display(columns: stream.isTerminal ? stream.columns : nil, isColoured: isColoured)
  }
}
