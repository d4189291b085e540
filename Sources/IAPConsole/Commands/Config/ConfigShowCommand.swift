import CommandLine
import IAPCore

/// Shows what holds, and who says so.
enum ConfigShowCommand: Command {
  private static let schema = RecordSchema(
    ["key", "value", "source"], columns: ["key", "value", "source"], keys: ["key"])

  static let specification = CommandSpecification(
    "show", "show the effective settings and their sources",
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
      let said = source.said(of: option)
      let key = option.sources.key ?? option.name
      if said == nil, option == GlobalOptions.profile.specification, let profile = source.profile {
        return record(key, profile.name.text, "profile '\(profile.name)'")
      }
      let value = said?.words.joined(separator: ",")
      return record(
        key, key == ConfigurationFormat.url ? value.map(ServerURL.masked) : value, said?.source)
    }
    records += secrets(source, environment)
    return Report(.lists([Report.Section("settings", schema, records: records)]))
  }

  private static func secrets(_ source: SettingSource, _ environment: Environment) -> [Record] {
    let isSet = !(environment.variables[Variables.appKey] ?? "").isEmpty
    let place = source.profile.map { "profile '\($0.name)'" }
    let hasKey = source.profile?.appKey != nil
    let packages = source.profile?.packages ?? [:]
    let list = packages.sorted { $0.key.text < $1.key.text }.map { "\($0.key)=\($0.value)" }
    return [
      record(
        ConfigurationFormat.appKey, isSet || hasKey ? "\(Secret(""))" : nil,
        isSet ? Variables.appKey : hasKey ? place : nil),
      record(
        ConfigurationFormat.packages, list.isEmpty ? nil : list.joined(separator: ","),
        list.isEmpty ? nil : place),
    ]
  }

  private static func record(_ key: String, _ value: String?, _ source: String?) -> Record {
    Record([.text(key), .text(value), .text(source)])
  }
}
