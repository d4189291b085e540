import CommandLine
import IAPCore

/// `iapctl config show`
enum ConfigShowCommand: Command {
  private static let schema = RecordSchema(
    ["key", "value", "source"], columns: ["key", "value", "source"], keys: ["key"])

  static let specification = CommandSpecification(
    "show the effective settings and their sources",
    discussion: [
      "Shows every setting that a profile can have, with its value and its source: the option, "
        + "variable or profile that sets it. An app key, and a password in a URL, are masked."
    ],
    examples: [
      Example("iapctl config show", "show the effective settings"),
      Example("iapctl config show --user bob -o json", "the same with an option, as JSON"),
    ], fields: schema.documented)

  struct Inputs: Equatable, Sendable { var arguments: ParsedArguments }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs { Inputs(arguments: arguments) }

  static func schema(for inputs: Inputs) -> RecordSchema? { schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let environment = context.environment
    let source = SettingSource(
      arguments: inputs.arguments, variables: environment.variables,
      profile: try ConfigurationFile.profile(for: inputs.arguments, in: environment))
    let options = [GlobalOptions.profile.specification] + ConfigurationFormat.options
    var records = options.map { option in
      let found = source.lookup(option)
      let key = option.sources.key ?? option.name
      if found == nil, option == GlobalOptions.profile.specification, let profile = source.profile {
        return record(key, profile.name.text, "profile '\(profile.name)'")
      }
      let value = found?.words.joined(separator: ",")
      return record(
        key, key == ConfigurationFormat.url ? value.map(ServerURL.masked) : value,
        found?.location.source)
    }
    let (appKey, packages) = (source.appKey, source.packages)
    let list = packages.wrappedValue.sorted { $0.key.text < $1.key.text }
      .map { "\($0.key)=\($0.value)" }
    records += [
      record(
        ConfigurationFormat.appKey, appKey.wrappedValue.map { _ in "\(Secret(""))" },
        appKey.location?.source),
      record(
        ConfigurationFormat.packages, list.isEmpty ? nil : list.joined(separator: ","),
        packages.location?.source),
    ]
    return Report(.lists([RecordSection("settings", schema, records: records)]))
  }

  private static func record(_ key: String, _ value: String?, _ source: String?) -> Record {
    Record([.text(key), .text(value), .text(source)])
  }
}
