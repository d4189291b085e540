import CommandLine
import IAPCore
import IAPMessages
import Languages

struct ConfigShowCommand: Command {
  static let schema = RecordSchema(["key", "value", "source"], keys: ["key"])

  static let specification = CommandSpecification(
    "show the effective settings and their sources",
    discussion: [
      "Shows every setting that a profile can have, with its effective value and its source: the "
        + "option, variable or profile that sets it, or 'default'. Values that are set but not used "
        + "follow, with the source 'not used: NAME'. An app key, and a password in a URL, are masked."
    ],
    examples: [
      Example("iapctl config show", "show the effective settings"),
      Example("iapctl config show --user bob -o json", "the same with an option, as JSON"),
    ])

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    let settings = context.settings
    let journal = try? settings.journalPath(in: context.environment.folders)
    let language = settings.recordLanguage
    let records = settings.source.rows(journal: journal, in: language).map {
      Record([.text($0.key), .text($0.value), .text($0.source.map(language.text))])
    }
    var summary = Report.Summary()
    if case .failure(let problem) = settings.place, problem.origin != .missingBackend {
      summary.hints = [UsageTexts.text(of: problem).message]
    }
    return Report(.lists([RecordSection("settings", schema, records: records)])) { summary }
  }
}
