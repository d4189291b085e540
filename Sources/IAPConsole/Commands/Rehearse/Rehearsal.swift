import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import System

struct CaseResult: Sendable {
  let scenario: RehearsalCase
  let judgement: Judgement
  /// As a shell reports them: 128 and the signal of a program that was killed.
  let exitCodes: [Int32]
  let time: Duration
  /// Whether each request of the case was made.
  let hasHappened: Bool
  /// Whether the command that prints the grants failed.
  let isGrantedFailed: Bool
  /// Nil if the case is right.
  let story: CaseStory?
  /// The folder with its files, if they are kept.
  let folder: String?
}

/// A rehearsal whose first run, without disruptions, was right.
struct Rehearsal: Sendable {
  private let inputs: RehearseCommand
  private let environment: Environment
  private let runner: CaseRunner
  private let expectation: Expectation
  /// Contains what is not kept.
  private let folder: String
  let plan: RehearsalPlan

  /// Makes the store that the cases copy, and runs the program without disruptions.
  ///
  /// - Parameter folder: an empty folder, which the caller removes at the end.
  /// - Throws: `rehearsalFailed` if the program is not right even then.
  static func begin(
    _ inputs: RehearseCommand, in context: Context, _ folder: String
  ) async throws -> Rehearsal {
    let template = folder + "/template.db"
    try context.makeStore(at: template, from: inputs.seed, isSample: inputs.seed == nil)
    let environment = context.environment
    if let keep = inputs.keep, !environment.fileExists(keep) { try environment.makeDirectory(keep) }
    let runner = CaseRunner(inputs: inputs, context: context, template: template)
    try await runner.requireProgram()
    let own = try environment.makeTemporaryDirectory(
      in: inputs.keep ?? folder, prefix: "first-run-")
    let first = try await runner.run(nil, in: own)
    var expectation = Expectation(seed: first.standingsBefore, allowed: inputs.allowed)
    let judgement = first.judgement(expectation, isFirst: true)
    if let problem = runner.problem(ofFirst: first, judgement) {
      throw IAPError.iapctl(.rehearsalFailed, .rehearsal(problem))
    }
    expectation.leftAlone = judgement.leftAlone
    environment.files.removeDirectory(own)
    return Rehearsal(
      inputs: inputs, environment: environment, runner: runner, expectation: expectation,
      folder: folder,
      plan: first.plan)
  }

  func cases() throws(UsageError) -> [RehearsalCase] {
    guard inputs.cases.isEmpty else {
      var chosen: [RehearsalCase] = []
      for name in inputs.cases {
        let found =
          RehearsalCase.isPattern(name)
          ? plan.cases.filter { $0.matches(name) }
          : RehearsalCase(name).map { plan.contains($0) ? [$0] : [] } ?? []
        if found.isEmpty {
          throw UsageError(
            CommandUsage.caseUnknown(
              name, requests: plan.counts.map { RequestName($0, $1).description }))
        }
        chosen += found.filter { !chosen.contains($0) }
      }
      return chosen
    }
    return plan.cases + plan.pairs(inputs.pairs, seed: inputs.pairSeed)
  }

  // MARK: Cases

  /// Runs cases, several at a time.
  ///
  /// - Parameters:
  ///   - emit: gets the results in the order of the cases.
  ///   - advance: gets the number of cases that are done.
  func run(
    _ cases: [RehearsalCase], emit: (CaseResult) throws -> Void, advance: (_ done: Int) -> Void
  ) async throws {
    var lanes = lanes(of: cases)
    try await withThrowingTaskGroup(of: (lane: Int, index: Int, CaseResult).self) { group in
      var (results, done, next): ([Int: CaseResult], Int, Int) = ([:], 0, 0)
      for lane in lanes.indices {
        for _ in 0..<lanes[lane].width {
          guard let index = lanes[lane].cases.popLast() else { break }
          group.addTask { (lane, index, try await run(cases[index])) }
        }
      }
      while let (lane, index, result) = try await group.next() {
        if let index = lanes[lane].cases.popLast() {
          group.addTask { (lane, index, try await run(cases[index])) }
        }
        results[index] = result
        done += 1
        advance(done)
        while let result = results.removeValue(forKey: next) {
          try emit(result)
          next += 1
        }
      }
    }
  }

  /// Cases that run beside those of other lanes.
  private struct Lane {
    /// How many of them run at a time.
    let width: Int
    /// Their indices, the first one at the end.
    var cases: [Int]
  }

  /// The most cases at a time: each has a server, and they share the descriptors of the process.
  static let mostJobs = 32
  /// The files that a case has open: those of its store, its server and its program.
  private static let filesOfCase = 28

  /// Without `--jobs`, a case that only waits takes no place from those that work.
  private func lanes(of cases: [RehearsalCase]) -> [Lane] {
    let indices = cases.indices.reversed()
    if let jobs = inputs.jobs { return [Lane(width: jobs, cases: Array(indices))] }
    let room = environment.host.roomForFiles(Self.mostJobs * Self.filesOfCase) / Self.filesOfCase
    let jobs = max(1, min(environment.host.processors, room / 2))
    return [
      Lane(width: max(1, room - jobs), cases: indices.filter { cases[$0].isSlow }),
      Lane(width: jobs, cases: indices.filter { !cases[$0].isSlow }),
    ]
  }

  private func run(_ scenario: RehearsalCase) async throws -> CaseResult {
    let own = try environment.makeTemporaryDirectory(
      in: inputs.keep ?? folder, prefix: scenario.folderName + "-")
    var isKept = false
    defer { if !isKept { environment.files.removeDirectory(own) } }
    let record = try await runner.run(
      scenario, twinPayment: scenario.twin.flatMap { plan.payments[$0] }, in: own)
    let judgement = record.judgement(expectation)
    isKept = inputs.keep != nil && (!inputs.cases.isEmpty || !judgement.isRight)
    return CaseResult(
      scenario: scenario, judgement: judgement, exitCodes: record.runs.map(\.end.exitCode),
      time: record.time, hasHappened: record.hasHappened(scenario),
      isGrantedFailed: record.isGrantedFailed,
      story: judgement.isRight ? nil : CaseStory(record, of: scenario, judgement),
      folder: isKept ? own : nil)
  }
}

extension CaseRecord {
  /// The plan that follows from a run without disruptions.
  fileprivate var plan: RehearsalPlan {
    let first = requests.filter { $0.run == 1 }
    let payments = first.compactMap { entry in entry.payment.map { (entry.name, $0) } }
    return RehearsalPlan(
      of: first.map(\.name), payments: Dictionary(payments, uniquingKeysWith: { first, _ in first })
    )
  }

  /// Whether each request of a case was made and disrupted.
  fileprivate func hasHappened(_ scenario: RehearsalCase) -> Bool {
    scenario.parts.allSatisfy { part in
      requests.contains {
        $0.disruption == part.disruption && (part.disruption == .twin || $0.name == part.request)
      }
    }
  }
}

extension RehearsalCase {
  /// Its name without what a shell would interpret: `consume-2-lost`.
  fileprivate var folderName: String {
    parts.map { "\($0.request.operation)-\($0.request.number)-\($0.disruption.rawValue)" }
      .joined(separator: "-")
  }
}

extension CaseRunner {
  /// Why the first run was not right.
  fileprivate func problem(
    ofFirst record: CaseRecord, _ judgement: Judgement
  ) -> IAPError.RehearsalProblem? {
    if let first = record.runs.first, let failure = first.failure(after: limit) {
      return .firstRunFailed(failure, said: first.lastLine)
    }
    if let wrong = judgement.wrong.first {
      return .firstRunWrong(wrong.payment, verdict: wrong.verdict.rawValue)
    }
    return judgement.granted == 0 ? .nothingGranted : nil
  }
}

extension ShellCommand.End {
  /// As a shell reports it. A program that was ended after its time counts as killed.
  fileprivate var exitCode: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case .timedOut: 128 + 9
    case .notStarted: 126
    }
  }
}
