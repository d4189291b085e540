import CommandLine

/// Lists the profiles, or tells where they are kept.
enum ConfigListCommand: Command {
  private static let schema = RecordSchema(["name", "current"], columns: ["name", "current"])

  static let specification = CommandSpecification(
    "list", "list the profiles",
    discussion: ["The current one is the one that holds where none is named."],
    examples: [
      Example("iapctl config list", "the profiles that there are"),
      Example("iapctl config list -o json", "the same, for a program to read"),
    ], fields: schema.documented)

  static let needs = SettingsNeed.environment

  static func schema(for inputs: NoInputs) -> RecordSchema? { schema }

  static func run(_ inputs: NoInputs, in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    let records = file.names.map { name in
      Record([.text(name.text), .flag(name == file.profile)])
    }
    return Report(.lists([RecordSection("profiles", schema, records: records)])) {
      var summary = Report.Summary()
      if records.isEmpty { summary.hints = ["no profiles in \(file.path)"] }
      return summary
    }
  }
}

/// Tells where the configuration is kept.
enum ConfigPathCommand: Command {
  private static let schema = RecordSchema(["path"], columns: ["path"])

  static let specification = CommandSpecification(
    "path", "tell where the configuration is kept",
    discussion: ["The file need not be there yet."],
    examples: [
      Example("iapctl config path", "the file"),
      Example("ls -l \"$(iapctl config path)\"", "who can read it"),
    ], fields: schema.documented)

  static let needs = SettingsNeed.environment

  static func schema(for inputs: NoInputs) -> RecordSchema? { schema }

  static func run(_ inputs: NoInputs, in context: Context) async throws -> Report {
    guard let path = ConfigurationFile.path(context.environment.variables) else {
      throw UsageError(
        "there is no place for a configuration",
        hint: "set \(Variables.home) or \(Variables.configurationHome)", origin: .configuration)
    }
    return Report(.single(key: nil, schema, Record([.text(path)])))
  }
}
