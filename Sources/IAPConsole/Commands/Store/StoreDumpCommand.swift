import CommandLine
import IAPCore

struct StoreDumpCommand: Command {
  static let withLog = Flag("with-log", "write the log of the store as well")

  static let specification = CommandSpecification(
    "write a fixture store as a seed",
    discussion: [
      "Writes the store as JSON, access tokens included. Loading it recreates the store exactly."
    ],
    options: [withLog.specification],
    examples: [
      Example("iapctl store dump --store game.db > dump.json", "write the store to a seed"),
      Example(
        "iapctl store dump --store game.db |\n  iapctl store init copy.db --from -",
        "copy the store"),
    ])

  static let needs = SettingsNeed.store

  let withLog: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    withLog = arguments[Self.withLog]
  }

  func run(in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    let isShown = !context.environment.output.isTerminal
    return Report(
      .text { sink in
        try await store.dump(withLog: withLog, isShown ? context.progress : { _ in }, to: sink)
      })
  }
}
