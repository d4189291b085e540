import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Records

struct ConfigGetCommand: Command {
  static let key = Operand(.one, ConfigKey.syntax, "the setting")

  static let schema = RecordSchema(meanings: ["value": "the value in the profile"])

  static let specification = CommandSpecification(
    "print a setting of a profile",
    discussion: [
      "Prints the value in the profile that --profile names, or else in the current profile, and "
        + "nothing else. Several values are separated by commas, and a relative path is printed as "
        + "an absolute one. 'config show' shows the value that is used.",
      "A setting that the profile does not have is an error (exit code 64), and so is a secret: it "
        + "is not printed.",
    ],
    operands: [key.specification],
    examples: [
      Example("iapctl config set user alice && iapctl config get user", "print the default user"),
      Example(
        "iapctl config set user bob && user=$(iapctl config get user)",
        "use a setting in a script"),
    ])

  static let needs = SettingsNeed.environment

  let key: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    key = try arguments.value(of: Self.key)
  }

  func run(in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    let profile = try file.named(for: context.settings)
    let isKey = Credential(rawValue: key).map { profile.keys[$0] != nil } ?? false
    let text = profile.values(of: key)?.joined(separator: ",")
    if isKey
      || text.map({ $0 != ServerURL.masked($0) || PostgresJournal.secret(in: $0) != nil })
        == true
    {
      throw UsageError(SettingUsage.secretNotPrinted(key: key, path: file.path))
    }
    guard let text else {
      throw IAPError.iapctl(
        .settingNotFound, .settingNotSet(key: key, profile: profile.name))
    }
    return Report(.single(key: nil, schema, RecordBatch([Record([.text(text)])])))
  }
}
