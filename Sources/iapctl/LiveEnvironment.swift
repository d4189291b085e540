import CommandLine
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import IAPRemote
import System

/// The outside as it really is.
enum LiveEnvironment {
  static func make() -> Environment {
    let variables = readableVariables()
    let problem = variablesProblem
    Variables.secret.forEach(CurrentProcess.conceal)
    let parent = variables[Variables.temporaryDirectory] ?? "/tmp"
    return Environment(
      variables: variables, variablesProblem: problem, input: input,
      output: output(.standardOutput),
      errors: output(.standardError),
      readFile: { (path, limit) throws(IAPError) in try read(path, limit) },
      fileExists: { Files.identity(of: $0) != nil },
      openInput: { (path, patience) throws(IAPError) in try openInput(path, patience) },
      readOwnFile: { (path, limit, patience) throws(IAPError) in
        try readOwn(path, limit, patience)
      },
      replaceOwnFile: { (path, bytes) throws(IAPError) in try replaceOwn(path, bytes) },
      makeOwnFile: { (path) throws(IAPError) in try makeOwn(path) },
      lockOwnFile: { (path, patience) throws(IAPError) in try lockOwn(path, patience) },
      currentDirectory: Files.currentDirectory,
      makeTemporaryDirectory: { () throws(IAPError) in try temporaryDirectory(in: parent) },
      realTime: realTime, monotonicTime: { .nanoseconds(Clocks.monotonicNanoseconds()) },
      stopSignal: { Signals.pending },
      waitForStop: { () async throws(IAPError) in try await waitForStop() },
      prepareRequests: { () async throws(IAPError) in try await prepareRequests() },
      roomForFiles: { OpenFiles.room(for: $0) },
      sleep: { try await Task.sleep(for: $0) },
      openService: { (backend) throws(IAPError) in try open(backend) },
      runShell: { await runShell($0) },
      names: { (backend, query) throws(IAPError) in try names(in: backend, query) },
      openJournal: { (path, patience) throws(IAPError) in
        SQLiteJournal(
          at: path, patience: patience, realTime: realTime, stopSignal: { Signals.pending },
          words: Console.words)
      },
      operator: {
        Operator(
          user: CurrentUser.loginName ?? "user \(CurrentUser.number)",
          host: CurrentUser.host ?? "", home: CurrentUser.home)
      },
      commit: BuildFacts.commit)
  }

  /// The variables that are set, but for those that are no text.
  private static func readableVariables() -> [String: String] {
    var values: [String: String] = [:]
    for name in Variables.own + Variables.common {
      values[name] = try? CurrentProcess.variable(name)
    }
    return values
  }

  /// What is wrong with the variables of iapctl's own, where one is no text.
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

  /// The words of the command line.
  static func words() throws(UsageError) -> [String] {
    guard !CurrentProcess.hasNoArguments else {
      throw UsageError(
        "no arguments: the process was started without any, not even the program's name",
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

  /// Picks the backend: the one place that knows them all.
  private static func open(_ backend: OpenBackend) throws(IAPError) -> any IAPService {
    switch backend {
    case .remote(
      let api, let access, let policy, let certificateFile, let proxies, let pace, let trace,
      let notice):
      return RemoteService(
        api, access,
        transport: CurlTransport(
          certificateFile: certificateFile, proxies: ProxySettings(variables: proxies)),
        policy: policy, clock: callClock, pace: pace, trace: trace,
        notice: notice)
    case .store(let path, let patience, let clock):
      return try FixtureStore(
        openAt: path,
        options: FixtureStore.Options(
          patience: patience, clock: clock, realTime: realTime,
          stopSignal: { Signals.pending }))
    }
  }

  private static let callClock = CallClock(
    monotonicTime: { .nanoseconds(Clocks.monotonicNanoseconds()) }, realTime: realTime,
    sleep: { wait in await sleepUnlessStopped(wait) }, random: { Double.random(in: 0..<1) },
    stopped: {
      Signals.pending.map { .iapctl(.interrupted, .stopped(signal: $0)) }
    }, untilStopped: { await sleepUnlessStopped(.seconds(1_000_000)) })

  /// A wait for a server ends when somebody asks to stop.
  @Sendable
  private static func sleepUnlessStopped(_ wait: Duration) async {
    var rest = wait
    while rest > .zero, Signals.pending == nil, !Task.isCancelled {
      let moment = min(rest, .milliseconds(50))
      try? await Task.sleep(for: moment)
      rest -= moment
    }
  }

  private static func names(
    in backend: Backend, _ query: NameQuery
  ) throws(IAPError) -> [Candidate] {
    switch backend {
    // Nobody is asked over a network for what somebody types.
    case .remote: []
    case .store(let path, _, _):
      try StoreCompletions.names(
        query, at: path, realTime: realTime,
        monotonicTime: { .nanoseconds(Clocks.monotonicNanoseconds()) })
    }
  }

  private static func runShell(_ request: ShellRequest) async -> ShellEnding {
    var command = ShellCommand(request.command, limit: request.limit)
    command.input = request.input
    command.removing = request.withheldVariables
    command.variables = request.variables
    let ending = await command.run()
    switch ending.end {
    case .exited(let status): return ShellEnding(.exited(status: status), output: ending.output)
    case .killed(let signal): return ShellEnding(.killed(signal: signal), output: ending.output)
    case .timedOut: return ShellEnding(.timedOut, output: ending.output)
    case .notStarted(let error): return ShellEnding(.notStarted(why: error.text))
    }
  }

  @Sendable
  private static func realTime() -> Instant { .nearest(to: Clocks.realMilliseconds()) }

  private static func temporaryDirectory(in parent: String) throws(IAPError) -> String {
    do {
      return try Files.makeTemporaryDirectory(in: parent, prefix: "iapctl-tour-")
    } catch {
      throw .iapctl(.storeNotWritten, .cannotWrite(path: parent, why: error.text))
    }
  }
}

// MARK: Streams and files

extension LiveEnvironment {
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

  /// A request to stop ends every wait for standard input.
  private static let input = Environment.Input(
    isTerminal: FileDescriptor.standardInput.isTerminal,
    readAll: { (limit) throws(IAPError) in
      do throws(SystemError) {
        return try InputFile.standardInput.readAll(limit: limit)
      } catch {
        throw explain(error, "standard input")
      }
    },
    readLine: { () throws(IAPError) in
      do throws(SystemError) {
        return try InputFile.standardInput.readLine()
      } catch {
        throw explain(error, "standard input")
      }
    })

  private static func read(_ path: String, _ limit: Int) throws(IAPError) -> [UInt8] {
    do throws(SystemError) {
      // A FIFO is waited for until somebody asks to stop.
      return try InputFile.open(path).readAll(limit: limit)
    } catch {
      throw explain(error, path)
    }
  }

  private static func openInput(
    _ path: String, _ patience: Duration
  ) throws(IAPError) -> InputStream {
    do throws(SystemError) {
      let isStandard = path == "-"
      let input =
        isStandard
        ? .standardInput : try InputFile.open(path, writer: Deadline(after: patience))
      let name = isStandard ? "standard input" : path
      return InputStream(isReadableByOthers: input.isReadableByOthers) {
        (count) throws(IAPError) in
        do throws(SystemError) {
          return try input.read(upTo: count)
        } catch {
          throw explain(error, name)
        }
      }
    } catch {
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .noWriter(path: path)) : explain(error, path)
    }
  }

  private static func readOwn(
    _ path: String, _ limit: Int, _ patience: Duration?
  ) throws(IAPError) -> UserFile {
    do throws(SystemError) {
      let file = try InputFile.open(
        path, patience == nil ? .regular : .regularOrPipe,
        end: patience.map { Deadline(after: $0) } ?? .never)
      return UserFile(
        bytes: try file.readAll(limit: limit), isReadableByOthers: file.isReadableByOthers)
    } catch {
      if error == .wrongKind {
        let kinds = patience == nil ? "no regular file" : "neither a regular file nor a pipe"
        throw .iapctl(.inputUnreadable, .unreadable(path: path, why: "it is \(kinds)"))
      }
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .inputLate(name: path)) : explain(error, path)
    }
  }

  private static func lockOwn(
    _ path: String, _ patience: Duration
  ) throws(IAPError) -> @Sendable () -> Void {
    do throws(SystemError) {
      return try ReplacementLock(on: path, until: Deadline(after: patience)).release
    } catch {
      if error.isTimeout { throw .iapctl(.configurationBusy, .lockedByOthers(path: path)) }
      if error == .stopped { throw .iapctl(.interrupted, .stopped(signal: Signals.pending ?? 0)) }
      throw unwritten(error, path)
    }
  }

  private static func explain(_ error: SystemError, _ name: String) -> IAPError {
    if error == .stopped, let signal = Signals.pending {
      return .iapctl(.interrupted, .stopped(signal: signal))
    }
    if error.isOutOfFiles { return .iapctl(.tooManyOpenFiles, .outOfFiles(name)) }
    if error.isMissing { return .iapctl(.inputMissing, .nothingAtPath(name)) }
    if error.isDirectory { return .iapctl(.inputUnreadable, .directoryAtPath(name)) }
    return .iapctl(.inputUnreadable, .unreadable(path: name, why: error.text))
  }
}
