import CLibrary
import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import IAPServer
import System
import Text

/// What a rehearsed program has done in one case.
struct CaseRecord: Sendable {
  /// How each run of the program ended, and the end of its output.
  var runs: [ShellCommand.Ending] = []
  /// The number of the last run. Two programs that run at the same time are one.
  var lastRun = 0
  var requests: [RehearsedRequests.Entry] = []
  /// What the store says before the first run, and at the end.
  var standingsBefore: [Identifier: PaymentStanding] = [:]
  var standings: [Identifier: PaymentStanding] = [:]
  var granted = GrantedPayments()
  /// The payments that another client has consumed.
  var elsewhere: Set<Identifier> = []
  /// Whether the command that prints the grants failed.
  var isGrantedFailed = false
  var time = Duration.zero

  func judgement(_ expectation: Expectation, isFirst: Bool = false) -> Judgement {
    Judgement(
      standings, granted: granted, elsewhere: elsewhere,
      isCutShort: requests.contains { $0.run == lastRun && $0.disruption != nil }, expectation,
      isFirst: isFirst)
  }
}

/// Runs a program in a case: with a store, a server, a journal and a folder of its own.
struct CaseRunner: Sendable {
  let inputs: RehearseCommand
  let context: Context
  /// The path of the store that each case copies. No process has it open.
  let template: String

  private var environment: Environment { context.environment }

  /// The longest time of a run.
  var limit: Duration { inputs.timeout * 10 }

  /// - Parameters:
  ///   - scenario: nil for the first run, without disruptions.
  ///   - twinPayment: the payment that two programs consume at the same time.
  ///   - folder: an empty folder for the files of the case.
  func run(
    _ scenario: RehearsalCase?, twinPayment: Identifier? = nil, in folder: String
  ) async throws -> CaseRecord {
    let start = environment.clock.monotonicTime()
    let files = Files(folder: folder)
    try environment.makeDirectory(files.state)
    try FixtureStore.copy(template, to: files.store)
    let store = try context.temporaryStore(at: files.store)
    let requests = RehearsedRequests(
      disruptedBy: scenario, twinPayment: twinPayment, lateness: inputs.timeout,
      sleep: environment.clock.sleep)
    let server = try await IAPServer.start(store: store, options: serverOptions(requests))
    var record = CaseRecord()
    do {
      record.standingsBefore = try await store.read { try $0.standings() }
      var variables = try await ServeCommand.variables(server, store)
      variables[Variables.journal] = files.journal
      variables[Variables.fixtureStore] = files.store
      variables[Variables.rehearsal] = files.state
      let isFirst = scenario == nil
      try await runProgram(
        variables, files, requests, isTwin: twinPayment != nil, keepsAll: isFirst, &record)
      try await readGranted(variables, files, isFirst: isFirst, &record)
      record.standings = try await store.read { try $0.standings() }
      (record.requests, record.elsewhere) = (requests.entries, requests.elsewhere)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    record.time = environment.clock.monotonicTime() - start
    if inputs.keep != nil {
      try environment.replaceResults(files.requests, record.requests.lines)
    }
    return record
  }

  private struct Files {
    let folder: String
    var store: String { folder + "/store.db" }
    var journal: String { folder + "/journal.db" }
    /// The folder for the program's own state.
    var state: String { folder + "/state" }
    var granted: String { folder + "/granted.txt" }
    var requests: String { folder + "/requests.jsonl" }
    /// - Parameter number: tells two programs apart that run at the same time.
    func output(of run: Int, _ number: Int) -> String {
      folder + "/output-\(run)\(number > 0 ? "-twin" : "").txt"
    }
  }

  private func serverOptions(_ requests: RehearsedRequests) -> IAPServer.Options {
    let language = context.settings.language
    var options = IAPServer.Options(
      describe: { language.text(ErrorMessages.message(of: $0)) }, sleep: environment.clock.sleep)
    options.connections = Self.connections
    options.intercept = requests.register
    return options
  }

  /// Several servers share the descriptors that a server can use.
  private static let connections = 64

  // MARK: The program

  /// Runs the program until it exits 0 and had nothing to do.
  ///
  /// - Parameters:
  ///   - isTwin: whether two of it run at the same time at first.
  ///   - keepsAll: whether standard output is kept like standard error.
  private func runProgram(
    _ variables: [String: String], _ files: Files, _ requests: RehearsedRequests, isTwin: Bool,
    keepsAll: Bool, _ record: inout CaseRecord
  ) async throws {
    let line =
      "exec " + inputs.program.map(ShellText.quoted).joined(separator: " ")
      + (inputs.keep == nil && !keepsAll ? " >/dev/null" : "")
    for run in 1...inputs.runs {
      let programs = (0..<(isTwin && run == 1 ? 2 : 1)).map { _ in ProcessGroup() }
      requests.begin(run: run, programs)
      let endings = try await withThrowingTaskGroup(of: ShellCommand.Ending.self) { group in
        for (number, processes) in programs.enumerated() {
          group.addTask {
            let output = inputs.keep == nil ? nil : files.output(of: run, number)
            var ending = try await self.run(line, writing: output, variables, processes)
            if let output { ending.output = end(of: output) }
            requests.twinEnded()
            return ending
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let hadWork = requests.end()
      record.runs += endings
      record.lastRun = run
      if endings.allSatisfy({ $0.end == .exited(status: 0) }), !hadWork { return }
    }
  }

  /// Makes sure that the program can be started.
  func requireProgram() async throws {
    let name = ShellText.quoted(inputs.program[0])
    let ending = try await run(
      """
      case \(name) in */*) [ -e \(name) ] || exit 127; [ -f \(name) ] && [ -x \(name) ] || exit 126 ;;
      *) command -v \(name) >/dev/null || exit 127 ;; esac
      """, writing: nil, [:], ProcessGroup())
    guard case .exited(let status) = ending.end, status == 126 || status == 127 else { return }
    let error = SystemError(code: status == 127 ? ENOENT : EACCES)
    throw IAPError.iapctl(
      .programNotStarted,
      .programNotStarted(inputs.program[0], why: error.text, isMissing: true))
  }

  /// The end of a file with output; empty if it cannot be read.
  private func end(of path: String) -> String {
    let bytes = (try? environment.readFile(path, Self.mostGranted)) ?? []
    return String(decoding: bytes.suffix(2000), as: UTF8.self)
  }

  /// Runs a shell command line to its end.
  ///
  /// - Parameter output: the file for its output; nil to keep the end of the output.
  private func run(
    _ line: String, writing output: String?, _ variables: [String: String],
    _ processes: ProcessGroup
  ) async throws -> ShellCommand.Ending {
    let redirection = output.map { " >\(ShellText.quoted($0)) 2>&1" } ?? ""
    var command = ShellCommand(line + redirection, limit: limit)
    command.removing = [Variables.store, Variables.now]
    command.variables = variables
    command.grace = .zero
    command.group = processes
    let ending = await withTaskCancellationHandler {
      await environment.host.run(command)
    } onCancel: {
      processes.end()
    }
    if let stopped = environment.stopped { throw stopped }
    try Task.checkCancellation()
    if case .notStarted(let error) = ending.end {
      throw IAPError.iapctl(
        .programNotStarted, .programNotStarted("/bin/sh", why: error.text, isMissing: false))
    }
    return ending
  }

  // MARK: The grants

  /// The most output of the command that prints the grants, in bytes.
  private static let mostGranted = 64 << 20

  private func readGranted(
    _ variables: [String: String], _ files: Files, isFirst: Bool, _ record: inout CaseRecord
  ) async throws {
    let line = "exec >\(ShellText.quoted(files.granted))\n\(inputs.granted)"
    let ending = try await run(line, writing: nil, variables, ProcessGroup())
    let failure = ending.failure(after: limit)
    record.isGrantedFailed = failure != nil
    // Such a command fails if it reads a file that the program has not written yet. In the first run it
    // must show that it works.
    if let failure, isFirst || ending.end == .timedOut {
      throw IAPError.iapctl(
        .inputInvalid, .rehearsal(.grantedFailed(failure, said: ending.lastLine)))
    }
    record.granted = try GrantedPayments(
      in: try environment.readFile(files.granted, Self.mostGranted))
  }
}
