import CommandLine
import IAPCore

/// Adds a seed to a fixture store.
enum StoreLoadCommand: Command {
  static let seed = Operand(.one, .file("SEED"), "the seed; - is standard input")

  static let specification = CommandSpecification(
    "load", "add a seed to a fixture store",
    discussion: [
      "Adds what a seed says: all of it, or nothing. What is there already and is the same is "
        + "fine; what contradicts is refused, with its place in the seed."
    ],
    operands: [seed.specification],
    examples: [
      Example("iapctl store load seed.json --store game.db", "add a seed"),
      Example(
        "iapctl store load - --store game.db < seed.json", "the same, twice, changes nothing"),
    ])

  struct Inputs: Equatable, Sendable { var seed: String }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(seed: try arguments.values(of: seed).first ?? "-")
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let seed = try context.readSeed(inputs.seed)
    try await context.fixtureStore().load(seed)
    return .nothing(notices: ["loaded \(inputs.seed)"])
  }
}
