import CommandLine
import IAPCore
import IAPMessages
import Languages

/// `iapctl config set`
enum ConfigSetCommand: CommandWithInputs {
  static let key = Operand(.one, ConfigKey.syntax, "the setting")
  static let value = Operand(
    .optional, at: 1, .text("VALUE"),
    "the value; appKey and secretKey are read from standard input instead")

  static let specification = CommandSpecification(
    "write a setting into a profile",
    discussion: [
      "Writes to the profile that --profile names, or else to the current profile; a missing "
        + "profile is created. Separate several markets with commas; write packageNames as "
        + "AS=com.example.game,GG=com.example.android. A relative path is resolved from the "
        + "current directory and stored as an absolute path. An invalid value is refused.",
      "Several processes can change the file at the same time: each waits for the others, at "
        + "most for --timeout. If the file is a symbolic link, its target is written.",
      "appKey and secretKey are read from standard input, so that they are not visible on a command line.",
    ],
    operands: [key.specification, value.specification],
    examples: [
      Example("iapctl config set user alice", "set the default user"),
      Example(
        "iapctl config set markets GG,ONESTORE --profile android", "set the markets of a profile"),
      Example("echo sample-app-key | iapctl config set appKey --profile live", "store an app key"),
    ])

  static let needs = SettingsNeed.environment

  enum Inputs: Equatable, Sendable {
    case setting(key: String, [String])
    case key(Credential)
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let name = try arguments.value(of: key)
    let text = try arguments.values(of: value).first
    if let credential = Credential(profileKey: name) {
      guard text == nil else {
        throw UsageError(
          SettingUsage.keyHasValue(
            name,
            command: "iapctl config set \(name)"
              + TypedOptions(arguments).shellText(of: [GlobalOptions.profile.specification])
              + " < FILE"))
      }
      return .key(credential)
    }
    guard let text else {
      throw .argument(.missingOperand("VALUE", help: "iapctl config set --help"))
    }
    return .setting(key: name, try ConfigKey.checkedValues(text, of: name))
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    if case .setting(ConfigurationFormat.url, let urls) = inputs {
      for url in urls {
        _ = try ServerURL.origin(
          of: url, named: ConfigurationFormat.url, isConfigured: false)
      }
    }
    let key: Secret? =
      if case .key(let credential) = inputs { try context.readKey(credential, from: "-") } else {
        nil
      }
    let notice = try ConfigurationFile.edit(in: context) { file in
      let name = file.name(for: context.settings)
      // The first profile becomes the current one.
      let isFirst = file.profiles.isEmpty || context.settings.profile == nil
      let isNowCurrent = file.profile == nil && isFirst
      if isNowCurrent { file.profile = name }
      var profile = file.profiles[name] ?? Profile(name: name)
      switch inputs {
      case .key(let credential): profile.keys[credential] = key
      case .setting(let key, let values):
        profile.values[key] = values.map { context.environment.absolute($0, of: key) }
      }
      file.profiles[name] = profile
      return ConfigMessages.wrote(name, path: file.path, isNowCurrent: isNowCurrent)
    }
    return .nothing(notices: [notice])
  }
}
