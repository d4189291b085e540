import IAPCore
import IAPFixtures

/// Makes a fixture store.
enum StoreInitCommand: Command {
  static let path = Operand(.one, .name("PATH"), "where to make it")
  static let from = Option("from", .name("SEED"), "fill it from a seed; - is standard input")
  static let sample = Flag("sample", "fill it with a small sample game")

  static let specification = CommandSpecification(
    "init", "make a fixture store",
    discussion: [
      "Makes a fixture store: a file that behaves as the IAP service and the stores behind it. "
        + "An existing file is never overwritten, and a failure leaves none behind."
    ],
    options: [from.specification, sample.specification], operands: [path.specification],
    examples: [
      Example("iapctl store init game.db --sample", "a store with a small game in it"),
      Example("iapctl store init ci.db --from seed.json", "a store for a test"),
    ])

  struct Inputs: Equatable, Sendable {
    var path: String
    var seed: String?
    var isSample: Bool
    var clock: Instant?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let seed = try arguments.value(of: from)
    if arguments[sample], seed != nil {
      throw UsageError("--from and --sample exclude each other", hint: "give one of them")
    }
    guard let path = try arguments.values(of: path).first else {
      throw .missingOperand("PATH", help: "iapctl store init --help")
    }
    return Inputs(path: path, seed: seed, isSample: arguments[sample], clock: settings.clock)
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let seed =
      inputs.isSample ? try Sample.seed() : try inputs.seed.map { try context.readSeed($0) }
    do {
      try FixtureStore.create(
        at: inputs.path, from: seed, options: context.storeOptions(clock: inputs.clock))
    } catch {
      throw context.settings.blame(error)
    }
    return .nothing(notes: ["made \(inputs.path)"])
  }
}

/// Adds a seed to a fixture store.
enum StoreLoadCommand: Command {
  static let seed = Operand(.one, .name("SEED"), "the seed; - is standard input")

  static let specification = CommandSpecification(
    "load", "add a seed to a fixture store",
    discussion: [
      "Adds what a seed says: all of it, or nothing. What is there already and is the same is "
        + "fine; what contradicts is refused, with its place in the seed."
    ],
    operands: [seed.specification],
    examples: [Example("iapctl store load more.json --store game.db", "add a seed")])

  struct Inputs: Equatable, Sendable { var seed: String }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.backend()
    return Inputs(seed: try arguments.values(of: seed).first ?? "-")
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let seed = try context.readSeed(inputs.seed)
    try await context.fixtureStore().load(seed)
    return .nothing(notes: ["loaded \(inputs.seed)"])
  }
}

/// Writes a fixture store as a seed.
enum StoreDumpCommand: Command {
  static let specification = CommandSpecification(
    "dump", "write a fixture store as a seed",
    discussion: [
      "Writes the store as JSON, access tokens included. Loaded into a new store it is the same "
        + "store."
    ],
    examples: [Example("iapctl store dump --store game.db", "the store as a seed")])

  struct Inputs: Equatable, Sendable {}

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.backend()
    return Inputs()
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    return Report(.text { sink in try await store.dump(to: sink) })
  }
}

/// Looks whether a fixture store is sound.
enum StoreCheckCommand: Command {
  static let specification = CommandSpecification(
    "check", "look whether a fixture store is sound",
    discussion: [
      "Reads the whole file and compares its rows with the rules. Lists what is wrong and exits 6 "
        + "where anything is."
    ],
    examples: [Example("iapctl store check --store game.db", "is it sound?")])

  struct Inputs: Equatable, Sendable { var path: String }

  private static let problemSchema = RecordSchema(["problem"], columns: ["problem"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    switch try settings.backend() {
    case .store(let path, _, _): Inputs(path: path)
    }
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { problemSchema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let problems = try await context.fixtureStore(isForCheck: true).check()
    let section = Report.Section(
      "problems", problemSchema, records: problems.map { Record([.text($0)]) })
    return Report(.lists([section])) {
      var conclusion = Report.Conclusion()
      if problems.isEmpty {
        conclusion.notes = ["\(inputs.path) is sound"]
      } else {
        conclusion.failures = [
          .iapctl(.checkFailed, .problemsFound(count: problems.count, path: inputs.path))
        ]
      }
      return conclusion
    }
  }
}

extension Context {
  /// A seed is read whole: half a gigabyte is more than any test needs.
  private static let longestSeed = 512 << 20

  fileprivate func readSeed(_ path: String) throws -> SeedText {
    try SeedText(try readInput(path, limit: Self.longestSeed).bytes)
  }

  fileprivate func storeOptions(clock: Instant?) -> FixtureStore.Options {
    let environment = environment
    return FixtureStore.Options(
      patience: settings.timeout, clock: clock, realTime: environment.realTime,
      stopSignal: environment.stopSignal)
  }

  /// The fixture store itself, for what only a fixture store can do.
  fileprivate func fixtureStore(isForCheck: Bool = false) throws -> FixtureStore {
    do {
      switch try settings.backend() {
      case .store(let path, _, let clock):
        return try FixtureStore(
          openAt: path, options: storeOptions(clock: clock), isForCheck: isForCheck)
      }
    } catch {
      throw settings.blame(error)
    }
  }
}
