import CommandLine
import IAPCore
import IAPMessages

struct StoreCheckCommand: Command {
  static let specification = CommandSpecification(
    "check a fixture store for errors",
    discussion: [
      "Reads the whole file, checks its rows against the rules of the store, lists the "
        + "problems, and exits 6 if there are any. Without problems, it says how many rows it has "
        + "checked. Other commands search a store for damage only if the process that used it "
        + "last did not end as it should."
    ],
    examples: [
      Example("iapctl store check --store game.db", "check the store"),
      Example("iapctl store check --store game.db -o json", "list the problems as JSON"),
    ])

  static let needs = SettingsNeed.store
  static let schema = RecordSchema(["problem"])

  let path: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    path = try settings.fixtureStore().path
  }

  func run(in context: Context) async throws -> Report {
    let store = try context.fixtureStore(isForCheck: true)
    let problems = try await store.check()
    let sizes = problems.isEmpty ? try await store.sizes() : []
    let section = RecordSection(
      "problems", schema, isListed: !problems.isEmpty,
      records: problems.map { Record([.text($0)]) })
    return Report(.lists([section])) { summary in
      if problems.isEmpty {
        summary.notices = [StoreMessages.noProblems(path: path, checked: sizes)]
      } else {
        summary.failures = [
          .iapctl(.checkFailed, .file(path, .problemsFound(count: problems.count)))
        ]
      }
    }
  }
}
