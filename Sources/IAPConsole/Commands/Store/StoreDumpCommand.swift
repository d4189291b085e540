import CommandLine
import IAPCore

/// `iapctl store dump`
enum StoreDumpCommand: Command {
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

  struct Inputs: Equatable, Sendable { var hasLog: Bool }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(hasLog: arguments[withLog])
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    return Report(.text { sink in try await store.dump(withLog: inputs.hasLog, to: sink) })
  }
}
