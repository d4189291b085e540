import CommandLine
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import IAPRemote
import Synchronization
import System

FileDescriptor.occupyMissingStandardStreams()
Signals.install()
CurrentProcess.keepSecretsInMemory()

let environment = LiveEnvironment.make()
let status: ExitStatus
do throws(UsageError) {
  status = await Console.run(try LiveEnvironment.words(), in: environment)
} catch {
  status = Console.fail(error, words: CurrentProcess.repairedArguments, in: environment)
}
CurrentProcess.end(status.code)

/// Makes the environment of the real process. Tests make theirs by hand.
enum LiveEnvironment {
  static func make() -> Environment {
    let variables = readableVariables()
    let problem = variablesProblem
    Variables.secret.forEach(CurrentProcess.conceal)
    return Environment(
      variables: variables, variablesProblem: problem,
      input: Environment.Input(
        isTerminal: FileDescriptor.standardInput.isTerminal, bytes: InputFile.standardInput),
      output: output(.standardOutput), errors: output(.standardError), files: LiveFiles(),
      clock: clock, host: LiveHost(), backends: LiveBackends())
  }

  static let clock = Clock(
    realTime: { .nearest(to: Clocks.realMilliseconds()) },
    monotonicTime: { .nanoseconds(Clocks.monotonicNanoseconds()) },
    sleep: { try? await Task.sleep(for: $0) })

  /// The arguments of the process, without the program's name.
  static func words() throws(UsageError) -> [String] {
    guard !CurrentProcess.hasNoArguments else {
      throw UsageError(
        "the process was started without arguments, not even the program's name",
        hint: "start it as 'iapctl COMMAND'; 'iapctl help' lists the commands")
    }
    do {
      return try CurrentProcess.arguments()
    } catch {
      throw UsageError(
        "argument \(error.place) is not UTF-8: '\(error.repaired)'",
        hint: "write it in UTF-8; identifiers are compared byte by byte")
    }
  }

  /// The variables that are set and valid UTF-8.
  private static func readableVariables() -> [String: String] {
    var values: [String: String] = [:]
    for name in Variables.own + Variables.common {
      values[name] = try? CurrentProcess.variable(name)
    }
    return values
  }

  /// The error if one of iapctl's own variables is not UTF-8. The value of a secret is not shown.
  private static var variablesProblem: UsageError? {
    for name in Variables.own {
      do {
        _ = try CurrentProcess.variable(name)
      } catch {
        let shown = Variables.secret.contains(name) ? "" : ": '\(error.repaired)'"
        return UsageError(
          "\(error.place) is not UTF-8\(shown)", hint: "write it in UTF-8",
          origin: .variable(name))
      }
    }
    return nil
  }

  private static func output(_ descriptor: FileDescriptor) -> Environment.Output {
    Environment.Output(isTerminal: descriptor.isTerminal, columns: descriptor.columns) {
      (bytes) throws(Environment.Output.Problem) in
      do throws(SystemError) {
        try descriptor.write(bytes)
      } catch {
        throw error.isClosedPipe ? .closedPipe : .failed(error.text)
      }
    } isClosed: {
      descriptor.isClosedByReader
    }
  }
}

struct LiveFiles: FileSystem {
  var currentDirectory: String { Files.currentDirectory }

  func exists(_ path: String) -> Bool { Files.identity(of: path) != nil }

  func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: InputFile.WriterWait?, end: Duration?
  ) throws(SystemError) -> any ByteInput {
    try InputFile.open(
      path, kinds, writer: writer, end: end.map { Deadline(after: $0) } ?? .never)
  }

  func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    try Files.replace(path, by: bytes)
  }

  func create(_ path: String) throws(SystemError) -> any ByteOutput { try NewFile(at: path) }

  func lock(
    _ path: String, patience: Duration
  ) throws(SystemError) -> @Sendable () -> Void {
    try ReplacementLock(on: path, until: Deadline(after: patience)).release
  }

  func makeTemporaryDirectory(
    in parent: String, prefix: String
  ) throws(SystemError) -> String {
    try Files.makeTemporaryDirectory(in: parent, prefix: prefix)
  }

  func removeDirectory(_ path: String) { Files.removeFolder(path) }
}

/// The real machine and process.
struct LiveHost: Host {
  /// The task of `main`. It lasts as long as the process, so it can be cancelled at any time. (A
  /// separate task for each command would start a thread, which is slow for a short command.)
  nonisolated(unsafe) private let main: UnsafeCurrentTask?
  private static let isWatching = Atomic<Bool>(false)

  /// Must be called in the task of `main`.
  init() { main = withUnsafeCurrentTask { $0 } }

  var `operator`: Operator {
    Operator(
      user: CurrentUser.loginName ?? "user \(CurrentUser.number)", host: CurrentUser.host ?? "",
      home: CurrentUser.home)
  }

  var commit: String? { BuildFacts.commit }

  var stopSignal: Int32? { Signals.pending }

  func roomForFiles(_ count: Int) -> Int { OpenFiles.room(for: count) }

  func prepareRequests() async throws(SystemError) {
    // One connection for libcurl itself, and one for a request.
    let needed = OpenFiles.ofRuntime + 2 * OpenFiles.ofConnection
    guard OpenFiles.room(for: needed) == needed else { throw .outOfFiles }
    try await OpenFiles.openThoseOfTheRuntime()
    try cancelOnStop()
  }

  func cancelOnStop() throws(SystemError) {
    guard !Self.isWatching.exchange(true, ordering: .relaxed) else { return }
    nonisolated(unsafe) let main = main
    try Signals.whenStopped { main?.cancel() }
  }

  func run(_ program: ForegroundProgram) async -> ShellCommand.End { await program.run() }

  func run(_ command: ShellCommand) async -> ShellCommand.Ending { await command.run() }
}

/// Makes the services and the journal. Only this file knows all backends.
struct LiveBackends: Backends {
  func service(of backend: Backend) throws(IAPError) -> any IAPService {
    switch backend {
    case .server(let server):
      return RemoteService(
        server.api, server.access,
        transport: CurlTransport(
          certificateFile: server.certificateFile,
          proxies: ProxySettings(variables: server.proxies)),
        policy: server.policy, environment: Self.callEnvironment, limits: server.limits,
        trace: server.trace,
        notice: server.notice)
    case .store(let path, let patience, let clock, let progress):
      var options = FixtureStore.Options(
        patience: patience, clock: clock, realTime: LiveEnvironment.clock.realTime,
        stopSignal: { Signals.pending })
      options.progress = progress
      return try FixtureStore(openAt: path, options: options)
    }
  }

  func names(at path: String, _ query: NameQuery) throws(IAPError) -> [Candidate] {
    try StoreCompletions.names(
      query, at: path, realTime: LiveEnvironment.clock.realTime,
      monotonicTime: LiveEnvironment.clock.monotonicTime)
  }

  func journal(
    at path: String, patience: Duration, command: Duration
  ) throws(IAPError) -> any Journal {
    if PostgresJournal.isURL(path) {
      return try teamJournal(at: path, patience: patience, command: command)
    }
    return SQLiteJournal(
      at: path, patience: patience, realTime: LiveEnvironment.clock.realTime,
      stopSignal: { Signals.pending }, words: Console.words)
  }

  /// The locks of the runs of this user and machine, beside the usual journal.
  private static var locks: String? {
    let folders = UserFolders(
      { try? CurrentProcess.variable($0) }, account: { CurrentUser.home })
    return folders.state.map { $0 + "/iapctl/runs" }
  }

  func teamJournal(at url: String, patience: Duration) throws(IAPError) -> PostgresJournal {
    try teamJournal(at: url, patience: patience, command: .zero)
  }

  private func teamJournal(
    at url: String, patience: Duration, command: Duration
  ) throws(IAPError) -> PostgresJournal {
    try PostgresJournal(
      at: url, patience: patience,
      clocks: .init(
        realTime: LiveEnvironment.clock.realTime,
        monotonicTime: { .nanoseconds(Clocks.sleeplessNanoseconds()) },
        lease: PostgresJournal.lease(covering: patience, command: command), locks: Self.locks),
      words: Console.words)
  }

  private static let callEnvironment = CallEnvironment(
    clock: LiveEnvironment.clock, random: { Double.random(in: 0..<1) },
    stopped: { Signals.pending.map { .iapctl(.interrupted, .stopped(signal: $0)) } })
}
