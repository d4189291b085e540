import CommandLine

/// Which sources of settings a command reads, beside the command line. Invalid values in the other
/// sources do not matter: `config set` works with a wrong profile.
enum SettingsNeed: Sendable {
  case nothing
  /// The environment, but no profile.
  case environment
  case everything
}

extension Settings {
  /// Reads the settings from the sources that a command needs.
  static func read(
    _ arguments: ParsedArguments, in environment: Environment, _ need: SettingsNeed
  ) throws -> Settings {
    switch need {
    case .nothing: return try Settings(arguments, [:], nil)
    case .environment: return try Settings(arguments, environment.readableVariables(), nil)
    case .everything:
      let variables = try environment.readableVariables()
      let profile = try ConfigurationFile.profile(for: arguments, in: environment)
      return try Settings(arguments, variables, profile)
    }
  }
}

extension Environment.Output {
  /// How text is shown on the stream. Colour is decided by `--color`, then `NO_COLOR`, then
  /// `CLICOLOR_FORCE`, then `TERM`, then by whether the stream is a terminal.
  func display(_ choice: ColourChoice, _ variables: [String: String]) -> Display {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto where isSet(Variables.colour.never): false
      case .auto where isSet(Variables.colour.always) && variables[Variables.colour.always] != "0":
        true
      case .auto where variables[Variables.colour.terminal] == "dumb": false
      case .auto: isTerminal
      }
    return Display(columns: isTerminal ? columns : nil, isColoured: isColoured)
  }
}

extension Messages {
  init(stream: Environment.Output) { self.init(write: { try? stream.write($0) }) }
}
