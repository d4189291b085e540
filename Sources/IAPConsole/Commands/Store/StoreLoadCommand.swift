import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages

struct StoreLoadCommand: Command {
  static let seed = Operand(.one, .file("SEED"), "the seed; - is standard input")

  static let specification = CommandSpecification(
    "add a seed to a fixture store",
    discussion: [
      "Adds all entries of a seed, or none. Entries that the store has already are skipped. If "
        + "an entry contradicts the store, the seed is refused, and the error names the entry."
    ],
    operands: [seed.specification],
    examples: [
      Example("iapctl store load seed.json --store game.db", "add a seed"),
      Example(
        "iapctl store load - --store game.db < seed.json", "loading a seed again changes nothing"),
    ])

  static let needs = SettingsNeed.store

  let seed: String

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    seed = try arguments.value(of: Self.seed)
  }

  func run(in context: Context) async throws -> Report {
    let text = try context.readSeed(seed)
    let store = try context.fixtureStore()
    let groups: [SharedSubscriptionGroup]
    do throws(IAPError) {
      groups = try await store.load(text).groups
    } catch {
      throw error.namingSeedFile(seed)
    }
    for group in groups { context.messages.warn(StoreMessages.sharedGroup(group)) }
    return .nothing(notices: [StoreMessages.loaded(path: seed)])
  }
}
