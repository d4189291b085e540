import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages

/// `iapctl store init`
enum StoreInitCommand: Command {
  static let path = Operand(.one, .file("PATH"), "the path of the new store")
  static let from = Option("from", .file("SEED"), "fill the store from a seed; - is standard input")
  static let sample = Flag("sample", "fill the store with a small sample game")

  static let specification = CommandSpecification(
    "make a fixture store",
    discussion: [
      "Makes a fixture store: a file that simulates the IAP service and the app stores. An "
        + "existing file is never overwritten. If the command fails, it leaves no file behind."
    ],
    options: [from.specification, sample.specification], operands: [path.specification],
    examples: [
      Example("iapctl store init game.db --sample", "make a store with a small sample game"),
      Example("iapctl store init ci.db --from seed.json", "make a store for a test"),
    ])

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable {
    var path: String
    var seed: String?
    var isSample: Bool
    var clock: ClockChange?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let seed = try arguments.value(of: from)
    if arguments[sample], seed != nil {
      throw UsageError(CommandUsage.exclusive("--from", "--sample"))
    }
    return Inputs(
      path: try arguments.value(of: path), seed: seed, isSample: arguments[sample],
      clock: settings.clock)
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let seed =
      inputs.isSample ? try Sample.seed() : try inputs.seed.map { try context.readSeed($0) }
    let groups: [SharedSubscriptionGroup]
    do {
      groups = try FixtureStore.create(
        at: inputs.path, from: seed, options: context.storeOptions(clock: inputs.clock))
    } catch {
      throw context.settings.attribute(error.namingSeedFile(inputs.seed ?? "--sample"))
    }
    for group in groups { context.messages.warn(StoreMessages.sharedGroup(group)) }
    return .nothing(notices: [StoreMessages.made(path: inputs.path)])
  }
}
