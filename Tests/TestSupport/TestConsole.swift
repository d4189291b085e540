package import IAPBatch
package import IAPConsole
package import IAPCore
import IAPFixtures
import Synchronization
package import System
import Testing

/// The console in this process, with a simulated environment.
package struct TestConsole: Sendable {
  /// The result of a command line.
  package struct Run: Sendable {
    package let status: Int32
    package var output: String
    package let errors: String
  }

  package var variables: [String: String] = [:]
  /// The content of standard input.
  package var input = ""
  package var isInputTerminal = false
  /// Whether the terminal was to show what is typed, each time that it was set.
  package let shownTyping = Mailbox<Bool>()
  /// The width of the terminal on standard output and standard error, or nil for pipes.
  package var columns: Int?
  /// The lines of the terminal.
  package var rows: Int?
  package let files = MemoryFiles()
  package var realTime = Instant(1_767_225_600_000)
  package var host = FakeHost()
  package var backends = FakeBackends()

  package init() {}

  /// Runs a command line, split at spaces. It cannot contain quotes.
  package func run(_ line: String) async -> Run {
    await run(words: line.split(separator: " ").map(String.init))
  }

  package func run(words: [String]) async -> Run {
    let (output, errors) = (Transcript(), Transcript())
    let status = await Console.run(words, in: environment(output, errors))
    return Run(status: status.code, output: output.text, errors: errors.text)
  }

  /// The simulated environment of the console.
  package func environment(_ output: Transcript, _ errors: Transcript) -> Environment {
    let slept = SleptTime()
    return Environment(
      variables: variables, variablesProblem: nil,
      input: Environment.Input(
        isTerminal: isInputTerminal, bytes: MemoryInput(Array(input.utf8)),
        showTyping: { [shownTyping] isShown in
          shownTyping.put(isShown)
          return true
        }),
      output: stream(output), errors: stream(errors), files: files,
      clock: Clock(
        realTime: { [realTime] in realTime }, monotonicTime: { slept.time },
        sleep: { slept.pass($0) }),
      host: host, backends: backends)
  }

  private func stream(_ transcript: Transcript) -> Environment.Output {
    Environment.Output(isTerminal: columns != nil, columns: columns, rows: rows) {
      (bytes) throws(Environment.Output.Problem) in
      transcript.add(bytes)
    } isClosed: {
      false
    }
  }
}

/// A clock that moves only while the console sleeps, and then at once.
private final class SleptTime: Sendable {
  private let now = Mutex(Duration.zero)

  var time: Duration { now.withLock { $0 } }

  func pass(_ time: Duration) { now.withLock { $0 += time } }
}

/// A host on which nothing happens, unless a test sets it.
package struct FakeHost: Host {
  package var stop: @Sendable () -> Int32? = { nil }
  package var room: @Sendable (Int) -> Int = { $0 }
  /// Runs a shell command. By default a shell command is a test failure.
  package var shell: @Sendable (ShellCommand) async -> ShellCommand.Ending = { command in
    Issue.record("a command that nobody expected: \(command.line)")
    return ShellCommand.Ending(.timedOut)
  }
  /// Runs a program. By default a program is a test failure.
  package var program: @Sendable (ForegroundProgram) async -> ShellCommand.End = { program in
    Issue.record("a program that nobody expected: \(program.words)")
    return .timedOut
  }
  package var commit: String?
  /// The time zones of the system, by their seconds east of UTC.
  package var timeZones: [String: Int64] = [
    "Asia/Seoul": 9 * 3600, "Asia/Kolkata": 5 * 3600 + 1800,
  ]

  package init() {}

  package var `operator`: Operator { Operator(user: "tester", host: "here", home: nil) }
  package var processors: Int { 2 }
  package var stopSignal: Int32? { stop() }
  package func timeZone(named name: String) -> TimeZone? {
    timeZones[name].map { east in TimeZone(name) { _ in east } }
  }
  package func roomForFiles(_ count: Int) -> Int { room(count) }
  package func prepareRequests() {}
  package func cancelOnStop() {}
  package func stopAtEndOfInput() {}
  package func run(_ program: ForegroundProgram) async -> ShellCommand.End {
    await self.program(program)
  }
  package func run(_ command: ShellCommand) async -> ShellCommand.Ending { await shell(command) }
}

/// Real fixture stores, but no server, and a journal only if the test sets one.
package struct FakeBackends: Backends {
  /// The service for every backend; nil opens the real fixture store.
  package var service: (any IAPService)?
  /// The journal at a path.
  package var journal: (@Sendable (String) -> any Journal)?

  package init() {}

  package func service(of backend: Backend) throws(IAPError) -> any IAPService {
    if let service { return service }
    switch backend {
    case .server: throw unexpected("a server")
    case .store(let path, let options): return try FixtureStore(openAt: path, options: options)
    }
  }

  package func journal(
    at path: String, patience: Duration, command: Duration
  ) throws(IAPError) -> any Journal {
    guard let journal else { throw unexpected("a journal") }
    return journal(path)
  }

  package func teamJournal(
    at url: String, patience: Duration
  ) throws(IAPError) -> PostgresJournal {
    throw unexpected("a journal in a database")
  }

  private func unexpected(_ what: String) -> IAPError {
    Issue.record("\(what) that nobody expected")
    return .iapctl(.bug, .bug("no such thing in this test: \(what)"))
  }
}
