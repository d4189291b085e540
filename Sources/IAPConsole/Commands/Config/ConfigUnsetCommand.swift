/// Takes a setting out of a profile.
enum ConfigUnsetCommand: Command {
  static let key = Operand(.one, ConfigKey.syntax, "the setting")

  static let specification = CommandSpecification(
    "unset", "take a setting out of a profile",
    discussion: [
      "Works on the profile that --profile names, else on the one that holds."
    ],
    operands: [key.specification],
    examples: [
      Example("iapctl config unset user", "nobody is meant any more"),
      Example("iapctl config unset markets --profile android", "all markets again"),
    ])

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable { var key: String }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(key: try arguments.values(of: key).first ?? "")
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    let name = ConfigKey.profile(of: context.settings, in: file)
    guard file.profiles[name]?.value(of: inputs.key) != nil else {
      return .nothing(notes: ["profile \(name) says nothing of \(inputs.key)"])
    }
    let changed = file.changing(name) { profile in
      switch inputs.key {
      case ConfigurationFormat.appKey: profile.appKey = nil
      case ConfigurationFormat.packages: profile.packages = [:]
      default: profile.words[inputs.key] = nil
      }
    }
    try changed.write(in: context.environment)
    return .nothing(notes: ["wrote profile \(name) in \(file.path)"])
  }
}
