import CommandLine
import IAPCore

/// `iapctl store dump`
enum StoreDumpCommand: Command {
  static let specification = CommandSpecification(
    "write a fixture store as a seed",
    discussion: [
      "Writes the store as JSON, access tokens included. Loading it recreates the store exactly."
    ],
    examples: [
      Example("iapctl store dump --store game.db > dump.json", "write the store to a seed"),
      Example(
        "iapctl store dump --store game.db |\n  iapctl store init copy.db --from -",
        "copy the store"),
    ])

  struct Inputs: Equatable, Sendable {}

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs()
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    return Report(.text { sink in try await store.dump(to: sink) })
  }
}
