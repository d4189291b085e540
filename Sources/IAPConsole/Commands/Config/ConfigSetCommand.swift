import CommandLine
import IAPCore
import IAPMessages
import Languages

struct ConfigSetCommand: Command {
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
  var hasEffect: Bool { true }

  let key: String
  /// Empty for a credential, which is read from standard input.
  let values: [String]

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    key = try arguments.value(of: Self.key)
    let text = try arguments.values(of: Self.value).first
    guard Credential(rawValue: key) == nil else {
      guard text == nil else {
        throw UsageError(
          SettingUsage.keyHasValue(
            key,
            command: "iapctl config set \(key)"
              + TypedOptions(arguments).shellText(of: [GlobalOptions.profile.specification])
              + " < FILE"))
      }
      values = []
      return
    }
    guard let text else {
      throw .argument(.missingOperand("VALUE", help: "iapctl config set --help"))
    }
    values = try ConfigKey.checkedValues(text, of: key)
  }

  func run(in context: Context) async throws -> Report {
    if key == ConfigurationFormat.url {
      for url in values { _ = try ServerURL.origin(of: url, named: key, isConfigured: false) }
    } else if key == GlobalOptions.market.specification.sources.key {
      context.warn(ofUnknown: values.map { StoreCode($0) })
    } else if key == GlobalOptions.timeZone.specification.sources.key {
      for name in values {
        _ = try context.environment.timeZone(chosen: name, by: key, origin: .commandLine)
      }
    }
    let credential = Credential(rawValue: key)
    let secret = try credential.map { try context.readKey($0, from: "-") }
    let notice = try ConfigurationFile.edit(in: context) { file in
      let name = file.name(for: context.settings)
      // The first profile becomes the current one.
      let isFirst = file.profiles.isEmpty || context.settings.profile == nil
      let isNowCurrent = file.profile == nil && isFirst
      if isNowCurrent { file.profile = name }
      var profile = file.profiles[name] ?? Profile(name: name)
      if let credential {
        profile.keys[credential] = secret
      } else {
        profile.values[key] = values.map { context.environment.absolute($0, of: key) }
      }
      let others = file.names
      file.profiles[name] = profile
      return !isNowCurrent && !others.isEmpty && !others.contains(name)
        ? ConfigMessages.made(name, path: file.path, beside: others)
        : ConfigMessages.wrote(name, path: file.path, isNowCurrent: isNowCurrent)
    }
    return .nothing(notices: [notice])
  }
}
