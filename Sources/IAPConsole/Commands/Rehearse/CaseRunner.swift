import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import IAPServer
import System

/// What a rehearsed program has done in one case.
struct CaseRecord: Sendable {
  /// How each run of the program ended, and the end of its output.
  var runs: [ShellCommand.Ending] = []
  var requests: [RehearsedRequests.Entry] = []
  /// What the store says before the first run, and at the end.
  var standingsBefore: [Identifier: PaymentStanding] = [:]
  var standings: [Identifier: PaymentStanding] = [:]
  /// How often each payment was granted.
  var granted: [Identifier: Int] = [:]
  /// Whether the command that prints the grants failed.
  var isGrantedFailed = false
  var time = Duration.zero

  func judgement(_ expectation: Expectation, isFirst: Bool = false) -> Judgement {
    Judgement(
      standings, granted: granted, calledConsumed: requests.calledConsumed,
      isCutShort: requests.contains { $0.run == runs.count && $0.disruption != nil }, expectation,
      isFirst: isFirst)
  }
}

/// Runs a program in a case: with a store, a server, a journal and a folder of its own.
struct CaseRunner: Sendable {
  let inputs: RehearseCommand.Inputs
  let context: Context
  /// The path of the store that each case copies. No process has it open.
  let template: String

  private var environment: Environment { context.environment }

  /// The longest time of a run.
  var limit: Duration { inputs.timeout * 10 }

  /// - Parameters:
  ///   - scenario: nil for the first run, without disruptions.
  ///   - folder: an empty folder for the files of the case.
  func run(_ scenario: RehearsalCase?, in folder: String) async throws -> CaseRecord {
    let start = environment.clock.monotonicTime()
    let files = Files(folder: folder)
    try environment.makeDirectory(files.state)
    try FixtureStore.copy(template, to: files.store)
    var options = context.storeOptions(clock: nil)
    options.isTemporary = true
    let store = try FixtureStore(openAt: files.store, options: options)
    let requests = RehearsedRequests(disruptedBy: scenario, lateness: inputs.timeout)
    let server = try await IAPServer.start(store: store, options: serverOptions(requests))
    var record = CaseRecord()
    do {
      record.standingsBefore = try await store.standings()
      let variables = try await variables(server, store, files)
      try await runProgram(variables, files, requests, &record)
      try await readGranted(variables, files, isFirst: scenario == nil, &record)
      record.standings = try await store.standings()
      record.requests = requests.entries
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

  /// The files of a case.
  private struct Files {
    let folder: String
    var store: String { folder + "/store.db" }
    var journal: String { folder + "/journal.db" }
    /// The folder for the program's own state.
    var state: String { folder + "/state" }
    var granted: String { folder + "/granted.txt" }
    var requests: String { folder + "/requests.jsonl" }
    func output(of run: Int) -> String { folder + "/output-\(run).txt" }
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

  private func variables(
    _ server: IAPServer, _ store: FixtureStore, _ files: Files
  ) async throws -> [String: String] {
    var variables = try await ServeCommand.variables(server, store)
    variables[Variables.journal] = files.journal
    variables[Variables.fixtureStore] = files.store
    variables[Variables.rehearsal] = files.state
    return variables
  }

  // MARK: The program

  /// Runs the program until it exits 0 and had nothing to do.
  private func runProgram(
    _ variables: [String: String], _ files: Files, _ requests: RehearsedRequests,
    _ record: inout CaseRecord
  ) async throws {
    let line = "exec " + inputs.program.map(ShellText.quoted).joined(separator: " ")
    for run in 1...inputs.runs {
      let processes = ProcessGroup()
      requests.begin(run: run, processes)
      let output = inputs.keep == nil ? nil : files.output(of: run)
      let ending = try await self.run(line, writing: output, variables, processes)
      let hadWork = requests.end()
      record.runs.append(ending)
      if ending.end == .exited(status: 0), !hadWork { return }
    }
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
    let bytes = try environment.readFile(files.granted, Self.mostGranted)
    do {
      record.granted = try GrantedPayments.counts(in: bytes)
    } catch {
      throw IAPError.iapctl(
        .inputInvalid, .rehearsal(.grantedLine(error.number, error.text)))
    }
  }
}
