package import CommandLine
package import IAPBatch
package import IAPCore
package import IAPFixtures
import IAPMessages
package import IAPRemote
package import IAPWire
package import System

/// Everything outside of the process's memory that a command can use. `LiveEnvironment` makes the
/// real one, and tests make their own; no member has a real default.
package struct Environment: Sendable {
  /// Standard output or standard error.
  package struct Output: Sendable {
    package enum Problem: Error, Equatable, Sendable {
      case closedPipe
      case failed(String)
    }

    package let isTerminal: Bool
    package let columns: Int?
    /// The lines of the terminal; nil if it is none, or does not say.
    package let rows: Int?
    package let write: @Sendable ([UInt8]) throws(Problem) -> Void
    /// Whether the stream has no reader any more.
    package let isClosed: @Sendable () -> Bool

    package init(
      isTerminal: Bool, columns: Int?, rows: Int?,
      write: @escaping @Sendable ([UInt8]) throws(Problem) -> Void,
      isClosed: @escaping @Sendable () -> Bool
    ) {
      self.isTerminal = isTerminal
      self.columns = columns
      self.rows = rows
      self.write = write
      self.isClosed = isClosed
    }
  }

  package struct Input: Sendable {
    package let isTerminal: Bool
    let bytes: any ByteInput
    /// Sets whether the terminal shows what is typed, and returns whether it did before.
    let showTyping: @Sendable (Bool) -> Bool

    package init(
      isTerminal: Bool, bytes: any ByteInput, showTyping: @escaping @Sendable (Bool) -> Bool
    ) {
      (self.isTerminal, self.bytes, self.showTyping) = (isTerminal, bytes, showTyping)
    }
  }

  /// The environment variables that iapctl reads (``Variables``) and that are set.
  package var variables: [String: String]
  /// The error if one of iapctl's own variables is not UTF-8.
  package var variablesProblem: UsageError?
  package var input: Input
  /// The terminal of the process, if standard input is something else. Nil if it has none.
  package var terminal: @Sendable () -> Input? = { nil }
  package var output: Output
  package var errors: Output
  package var files: any FileSystem
  package var clock: Clock
  package var host: any Host
  package var backends: any Backends

  package init(
    variables: [String: String], variablesProblem: UsageError?, input: Input, output: Output,
    errors: Output, files: any FileSystem, clock: Clock, host: any Host, backends: any Backends
  ) {
    (self.variables, self.variablesProblem) = (variables, variablesProblem)
    (self.input, self.output, self.errors) = (input, output, errors)
    (self.files, self.clock, self.host, self.backends) = (files, clock, host, backends)
  }

  /// The variables.
  ///
  /// - Throws: if one of iapctl's own variables is not UTF-8.
  func readableVariables() throws(UsageError) -> [String: String] {
    if let variablesProblem { throw variablesProblem }
    return variables
  }

  /// What a person who sees questions types; nil if no person is there.
  var answers: Input? {
    guard errors.isTerminal else { return nil }
    return input.isTerminal ? input : terminal()
  }

  /// The error to stop with, if the process has received a stop signal.
  var stopped: IAPError? {
    host.stopSignal.map { .iapctl(.interrupted, .stopped(signal: $0)) }
  }
}

/// The machine and the process.
package protocol Host: Sendable {
  var `operator`: Operator { get }
  /// The commit from which iapctl was built. Nil if it is not known.
  var commit: String? { get }
  /// The stop signal that the process received, such as SIGINT. Nil if it received none.
  var stopSignal: Int32? { get }
  /// A time zone of the system's data; nil if the system has none of that name. A process has one time
  /// zone: the last one that was asked for.
  func timeZone(named name: String) -> TimeZone?
  var processors: Int { get }
  /// How many more files the process can open, at most `count`. Connections and pipes count as
  /// files.
  func roomForFiles(_ count: Int) -> Int
  /// Opens the files that the Swift runtime needs for requests and for commands of the user. Then
  /// does the same as ``cancelOnStop()``.
  func prepareRequests() async throws(SystemError)
  /// From now on, a stop signal cancels the task of the command.
  func cancelOnStop() throws(SystemError)
  /// From now on, the end of standard input stops this process like SIGTERM. Programs that it starts have an
  /// empty standard input.
  func stopAtEndOfInput() throws(SystemError)
  /// Runs a program of the user with the streams of this process, until it ends.
  func run(_ program: ForegroundProgram) async -> ShellCommand.End
  /// Runs a command of the user until it ends or reaches its time limit.
  func run(_ command: ShellCommand) async -> ShellCommand.Ending
}

/// The user who runs iapctl, and the machine.
package struct Operator: Hashable, Sendable {
  /// The login name.
  package let user: String
  package let host: String
  /// The home directory from the user database of the system.
  package let home: String?

  package init(user: String, host: String, home: String?) {
    self.user = user
    self.host = host
    self.home = home
  }
}

/// Makes the services and the journal.
package protocol Backends: Sendable {
  /// The service of a backend. A command calls it when it first needs the service.
  func service(of backend: Backend) throws(IAPError) -> any IAPService
  /// The journal in a file, or in a database if the path is a URL. It is not opened yet.
  ///
  /// - Parameter patience: the maximum time to wait for locks of other processes.
  ///
  /// - Parameter command: the longest time of a command that a run of the journal begins; zero for
  ///   none.
  func journal(
    at path: String, patience: Duration, command: Duration
  ) throws(IAPError) -> any Journal
  /// The journal in a database, by its URL. No connection is made yet.
  func teamJournal(at url: String, patience: Duration) throws(IAPError) -> PostgresJournal
}

/// The chosen backend, with everything that must be read before it is opened.
package enum Backend: Sendable {
  case store(path: String, StoreOptions)
  case server(Server)

  package struct Server: Sendable {
    package let api: WireDialect
    package let access: RemoteAccess
    package let policy: RetryPolicy
    package let certificateFile: String?
    package let proxies: [String: String]
    /// Hears when the server asks to wait; nil outside of a batch.
    package let pauses: ServerPauses?
    /// Is called with a line for each attempt of a request; nil if no lines are wanted.
    package let trace: (@Sendable (String) -> Void)?
    /// Is called with the time that the server gives with each response.
    package var serverTime: (@Sendable (Instant) -> Void)?
    /// Is called with information that a response contains in addition to the result.
    package let notice: @Sendable (RemoteNotice) -> Void
  }
}

extension Environment {
  /// The person and the machine, for the journal. The name in `IAPCTL_OPERATOR` stands before the login:
  /// `Mina (support)`.
  var person: Operator {
    let person = host.operator
    guard let name = variables[Variables.person], !name.isEmpty, name != person.user else {
      return person
    }
    return Operator(user: "\(name) (\(person.user))", host: person.host, home: person.home)
  }

  var folders: UserFolders {
    UserFolders({ variables[$0] }, account: { host.operator.home })
  }
}
