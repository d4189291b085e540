import CommandLine
import IAPMessages
import Languages

struct ConfigUnsetCommand: Command {
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
  var hasEffect: Bool { true }

  let key: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    key = try arguments.value(of: Self.key)
  }

  func run(in context: Context) async throws -> Report {
    let notice = try ConfigurationFile.edit(in: context) { file in
      var profile = try file.named(for: context.settings)
      guard profile.remove(key) else { return ConfigMessages.notSet(key: key, profile.name) }
      file.profiles[profile.name] = profile
      return ConfigMessages.wrote(profile.name, path: file.path, isNowCurrent: false)
    }
    return .nothing(notices: [notice])
  }
}
