import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages

struct StoreInitCommand: Command {
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

  let path: String
  let seed: String?
  let isSample: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    path = try arguments.value(of: Self.path)
    seed = try arguments.value(of: Self.from)
    isSample = arguments[Self.sample]
    if isSample, seed != nil { throw UsageError(CommandUsage.exclusive("--from", "--sample")) }
  }

  func run(in context: Context) async throws -> Report {
    let groups = try context.makeStore(at: path, from: seed, isSample: isSample)
    for group in groups { context.messages.warn(StoreMessages.sharedGroup(group)) }
    return .nothing(notices: [StoreMessages.made(path: path)])
  }
}
