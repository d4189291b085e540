import CommandLine
import IAPCore
import IAPMessages
import Languages
import Records
import System
import Text

struct RehearseCommand: Command {
  static let seed = Option(
    "seed", .file("SEED"), "the seed of the store of each case; - is standard input")
  static let sample = Flag("sample", "use the small sample game; the default without --seed")
  static let granted = Option(
    "granted", .name("COMMAND"),
    "prints the number of each payment that was granted, one a line; required")
  static let runs = Option(
    "runs", .number("N", in: 1...100), fallback: "3", "how often the program runs in a case at most"
  )
  static let jobs = Option(
    "jobs", .number("N", in: 1...Rehearsal.mostJobs),
    "the cases at a time; default: one for each processor, beside those that only wait")
  static let timeoutEach = Option(
    "timeout-each", .shortTime, fallback: "5s",
    "how late a late answer is: longer than the program waits; tenfold ends a run")
  static let pairs = Option(
    "pairs", .number("N", in: 0...1_000_000), fallback: "0",
    "add N cases with two disruptions each")
  static let seedNumber = Option(
    "seed-number", .number("N", in: 0...Int.max), fallback: "1",
    "choose other pairs; the same number chooses the same ones")
  static let cases = ListOption(
    "case", .rehearsalCase,
    "run only this case: consume[1]:lost, or those of a pattern: 'consume[*]:lost'")
  static let list = Flag("list", "print the names of the cases, and run only the first run")
  static let allow = ListOption(
    "allow", .choice("VERDICT", of: allowable.map(\.rawValue)), hasCommas: true,
    "verdicts that do not fail the rehearsal")
  static let junit = Option(
    "junit", .file("FILE"), "write the cases to this file as JUnit XML as well")
  static let keep = Option(
    "keep", .file("FOLDER"),
    "keep the files of the cases that fail, or of those that --case names, in this folder")

  private static let allowable: [Verdict] = [.given, .held, .refunded, .stuck]

  static let commandLine = Operand(
    .commandLine, .name("COMMAND"), "the program to rehearse, and its arguments")

  static let schema = RehearsalReport.schema

  /// Nil for the sample game.
  let seed: String?
  let program: [String]
  /// The shell command that prints the grants.
  let granted: String
  let runs: Int
  /// Nil for one case a processor, and those that only wait.
  let jobs: Int?
  let timeout: Duration
  let pairs: Int
  let pairSeed: UInt64
  /// Names and patterns; empty for all.
  let cases: [String]
  let lists: Bool
  let allowed: Set<Verdict>
  let junit: String?
  let keep: String?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    seed = try arguments.value(of: Self.seed)
    if seed != nil, arguments[Self.sample] {
      throw UsageError(CommandUsage.exclusive("--seed", "--sample"))
    }
    cases = try arguments.values(of: Self.cases)
    let pairs = try arguments.value(of: Self.pairs)
    if !cases.isEmpty, pairs != nil {
      throw UsageError(CommandUsage.exclusive("--case", "--pairs"))
    }
    let pairSeed = try arguments.value(of: Self.seedNumber)
    if pairSeed != nil, pairs == nil {
      throw UsageError(
        CommandUsage.optionNeeds(
          option: "--seed-number", other: "--pairs", value: "--pairs N"))
    }
    guard let granted = try arguments.value(of: Self.granted) else {
      throw UsageError(CommandUsage.noGrantedCommand)
    }
    guard let program = arguments.commandLine else {
      throw .argument(.missingOperand("-- COMMAND", help: "iapctl rehearse --help"))
    }
    (self.granted, self.program, self.pairs) = (granted, program, pairs ?? 0)
    self.pairSeed = pairSeed.map { UInt64($0) } ?? 1
    runs = try arguments.value(of: Self.runs) ?? 3
    jobs = try arguments.value(of: Self.jobs)
    timeout = try arguments.value(of: Self.timeoutEach) ?? .seconds(5)
    lists = arguments[Self.list]
    allowed = Set(try arguments.values(of: Self.allow).compactMap(Verdict.init))
    junit = try arguments.value(of: Self.junit)
    keep = try arguments.value(of: Self.keep)
  }

  private static let listSchema = RecordSchema(["case"], keys: ["case"])

  var schema: RecordSchema { lists ? Self.listSchema : Self.schema }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard case .rehearsal(.firstRunFailed) = error.reason else { return nil }
    let seed = seed.map { ShellText.option("seed", $0) } ?? " --sample"
    let program = program.map(ShellText.quoted).joined(separator: " ")
    return RehearseMessages.runOnce(command: "iapctl serve\(seed) -- \(program)")
  }

  func run(in context: Context) async throws -> Report {
    let environment = context.environment
    if let path = junit { try context.checkResults(path) }
    try await environment.prepareRequests()
    let folder = try environment.makeTemporaryDirectory(for: "rehearse")
    do {
      let rehearsal = try await Rehearsal.begin(self, in: context, folder)
      let cases = try rehearsal.cases()
      context.messages.note(
        RehearseMessages.firstRunRight(
          rehearsal.plan.counts.map { "\($0.operation.rawValue) \($0.count)" },
          cases: cases.count))
      if lists {
        environment.files.removeDirectory(folder)
        let records = cases.map { Record([.text($0.description)]) }
        return Report(
          .lists([
            RecordSection("cases", schema, total: cases.count) { emit in
              try emit(RecordBatch(records))
            }
          ]))
      }
      return RehearsalReport(rehearsal, cases, self, in: context, removing: folder).report
    } catch {
      environment.files.removeDirectory(folder)
      if error is CancellationError, let stopped = environment.stopped { throw stopped }
      if let error = error as? IAPError, error.code == .iapctl(.rehearsalFailed),
        let path = junit
      {
        try environment.replaceResults(path, JUnitReport.bytes(ofFailedFirstRun: error))
      }
      throw error
    }
  }
}

extension ValueParser where Value == Duration {
  /// A time of at most an hour: `5s`, `200ms`.
  fileprivate static let shortTime = ValueParser(
    "DURATION", expectation: "a time of at most an hour, such as 5s, 200ms or 2m"
  ) { word in CalendarPeriod(typed: word)?.duration.flatMap { $0 <= .seconds(3600) ? $0 : nil } }
}

extension ValueParser where Value == String {
  fileprivate static let rehearsalCase = ValueParser(
    "NAME",
    expectation: """
      the name of a case, such as consume[1]:lost; the disruptions are \
      \(list: Disruption.allCases.map(\.rawValue))
      """
  ) { RehearsalCase.isPattern($0) || RehearsalCase($0) != nil ? $0 : nil }
}
