import CommandLine
import IAPCore

/// Looks whether a fixture store is sound.
enum StoreCheckCommand: Command {
  static let specification = CommandSpecification(
    "check", "check whether a fixture store is sound",
    discussion: [
      "Reads the whole file and compares its rows with the rules. Lists what is wrong and exits 6 "
        + "where anything is."
    ],
    examples: [
      Example("iapctl store check --store game.db", "whether the store is sound"),
      Example("iapctl store check --store game.db -o json", "what is wrong, for a program to read"),
    ],
    fields: problemSchema.documented)

  struct Inputs: Equatable, Sendable { var path: String }

  private static let problemSchema = RecordSchema(["problem"], columns: ["problem"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(path: try settings.fixtureStore().path)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { problemSchema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let problems = try await context.fixtureStore(isForCheck: true).check()
    let section = RecordSection(
      "problems", problemSchema, records: problems.map { Record([.text($0)]) })
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if problems.isEmpty {
        summary.notices = ["\(inputs.path) is sound"]
      } else {
        summary.failures = [
          .iapctl(.checkFailed, .file(inputs.path, .problemsFound(count: problems.count)))
        ]
      }
      return summary
    }
  }
}
