import CommandLine
import IAPMessages
import Languages

/// `iapctl config unset`
enum ConfigUnsetCommand: CommandWithInputs {
  static let key = Operand(.one, ConfigKey.syntax, "the setting")

  static let specification = CommandSpecification(
    "remove a setting from a profile",
    discussion: [
      "Changes the profile that --profile names, or else the current profile. The profile must "
        + "exist; the setting may be missing."
    ],
    operands: [key.specification],
    examples: [
      Example("iapctl config unset user", "clear the default user"),
      Example("iapctl config unset markets --profile android", "use all markets again"),
    ])

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable { var key: String }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(key: try arguments.value(of: key))
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    var notices: [Sentence] = []
    try ConfigurationFile.edit(in: context) { file in
      let name = ConfigKey.profile(of: context.settings, in: file)
      guard let profile = file.profiles[name] else {
        throw file.unknown(name, origin: ConfigKey.profileOrigin(context.settings, in: file))
      }
      guard profile.value(of: inputs.key) != nil else {
        notices = [ConfigMessages.notSet(key: inputs.key, name)]
        return nil
      }
      notices = [ConfigMessages.wrote(name, path: file.path, isNowCurrent: false)]
      return file.changing(name) { $0.remove(inputs.key) }
    }
    return .nothing(notices: notices)
  }
}

extension Profile {
  fileprivate mutating func remove(_ key: String) {
    switch key {
    case ConfigurationFormat.appKey: appKey = nil
    case ConfigurationFormat.secretKey: secretKey = nil
    default: values[key] = nil
    }
  }
}
