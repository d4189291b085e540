import CommandLine
import IAPCore
import IAPMessages
import Records

struct ConfigListCommand: Command {
  static let schema = RecordSchema(meanings: [
    "name": "the name of the profile",
    "current": "whether it is the current profile",
    "api": "the API of its server; null for a fixture store",
    "address": "the URL of its server, or the path of its store; null if it names neither",
  ])

  static let specification = CommandSpecification(
    "list the profiles",
    discussion: ["The current profile is used if no other profile is named."],
    examples: [
      Example("iapctl config list", "list the profiles"),
      Example("iapctl config list -o json", "the same as JSON, for a program"),
    ])

  static let needs = SettingsNeed.environment

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    let file = try ConfigurationFile.readOrEmpty(in: context.environment)
    let records = file.names.map { name in
      let place = Self.place(of: file.profiles[name])
      return Record([
        .text(name.text), .flag(name == file.profile), .text(place.api), .text(place.address),
      ])
    }
    return Report(.lists([RecordSection("profiles", schema, records: records)])) {
      var summary = Report.Summary()
      if records.isEmpty { summary.hints = [ConfigMessages.noProfiles(path: file.path)] }
      return summary
    }
  }

  /// The place that a profile names by itself.
  private static func place(of profile: Profile?) -> (api: String?, address: String?) {
    let settings = try? Settings(ParsedArguments(), [:], ProfileChoice(profile: profile))
    guard let settings, case .success(let place) = settings.place else { return (nil, nil) }
    return switch place {
    case .store(let path): (nil, path)
    case .server(let url): (settings.dialect.rawValue, ServerURL.masked(url))
    }
  }
}

struct ConfigPathCommand: Command {
  static let schema = RecordSchema(["path"])

  static let specification = CommandSpecification(
    "print the path of the configuration file",
    discussion: ["The file may not exist yet."],
    examples: [
      Example("iapctl config path", "the file"),
      Example("ls -l \"$(iapctl config path)\"", "show who can read the file"),
    ])

  static let needs = SettingsNeed.environment

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    guard let path = ConfigurationFile.path(in: context.environment.folders) else {
      throw UsageError(SettingUsage.noConfigurationFolder, origin: .configuration)
    }
    return Report(.single(key: nil, schema, RecordBatch([Record([.text(path)])])))
  }
}
