import CommandLine

/// How far a command depends on what the environment and the profiles say: it works where the rest
/// of them is wrong.
enum SettingsNeed: Sendable {
  case nothing
  /// The environment: no profile says how things look.
  case environment
  case everything
}

extension Settings {
  /// Reads what a command needs of the command line, the environment and the configuration.
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
  /// How it shows text: colour by `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, and what
  /// the stream is.
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
