package import CommandLine
package import IAPBatch
package import IAPCore
import IAPRemote

/// Everything outside that a command can reach, handed in. Built live by the process and by hand
/// in tests; nothing in it falls back to the real thing.
package struct Environment: Sendable {
  /// Standard output or standard error.
  package struct Output: Sendable {
    package enum Problem: Error, Equatable, Sendable {
      /// The reader went away.
      case closedPipe
      case failed(String)
    }

    package let isTerminal: Bool
    package let columns: Int?
    package let write: @Sendable ([UInt8]) throws(Problem) -> Void
    /// Whether nobody can read any more what is written.
    package let isClosed: @Sendable () -> Bool

    package init(
      isTerminal: Bool, columns: Int?,
      write: @escaping @Sendable ([UInt8]) throws(Problem) -> Void,
      isClosed: @escaping @Sendable () -> Bool
    ) {
      self.isTerminal = isTerminal
      self.columns = columns
      self.write = write
      self.isClosed = isClosed
    }
  }

  /// Standard input.
  package struct Input: Sendable {
    package let isTerminal: Bool
    /// Everything, up to a number of bytes.
    package let readAll: @Sendable (_ limit: Int) throws(IAPError) -> [UInt8]
    /// What a person types before the return key; nil at the end.
    package let readLine: @Sendable () throws(IAPError) -> String?

    package init(
      isTerminal: Bool, readAll: @escaping @Sendable (_ limit: Int) throws(IAPError) -> [UInt8],
      readLine: @escaping @Sendable () throws(IAPError) -> String?
    ) {
      self.isTerminal = isTerminal
      self.readAll = readAll
      self.readLine = readLine
    }
  }

  /// The environment variables that iapctl reads (``Variables``), where they are set.
  package var variables: [String: String]
  /// What is wrong with one of them, where one is no text.
  package var variablesProblem: UsageError?
  package var input: Input
  package var output: Output
  package var errors: Output
  /// The bytes of a file, up to a number.
  package var readFile: @Sendable (_ path: String, _ limit: Int) throws(IAPError) -> [UInt8]
  /// Whether there is a file of any kind; nothing is opened.
  package var fileExists: @Sendable (_ path: String) -> Bool
  /// Opens a file, or standard input for `-`. A FIFO that nobody writes to is given up when the
  /// patience is over.
  package var openInput:
    @Sendable (_ path: String, _ patience: Duration) throws(IAPError) -> InputStream
  /// A file of the user's own, up to a number of bytes.
  ///
  /// What is no regular file is refused, but for a pipe that may take its time: so long as
  /// `patience`, which is nil where no pipe will do.
  package var readOwnFile:
    @Sendable (_ path: String, _ limit: Int, _ patience: Duration?) throws(IAPError) -> UserFile
  /// Replaces a file of the user's own as a whole, readable by nobody else; its folder is made where
  /// it is missing.
  package var replaceOwnFile: @Sendable (_ path: String, _ bytes: [UInt8]) throws(IAPError) -> Void
  /// Makes a new file of the user's own, readable by nobody else.
  ///
  /// - Throws: `existsAlready` if there is one.
  package var makeOwnFile: @Sendable (_ path: String) throws(IAPError) -> UserFileWriter
  /// Waits until no other process edits a file of the user's own, and keeps them from it until the
  /// answer is called.
  package var lockOwnFile:
    @Sendable (_ path: String, _ patience: Duration) throws(IAPError) -> @Sendable () -> Void
  /// The directory that relative paths begin at.
  package var currentDirectory: String
  /// A new directory that only this user can enter.
  package var makeTemporaryDirectory: @Sendable () throws(IAPError) -> String
  package var realTime: @Sendable () -> Instant
  /// A clock that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  /// The signal that asked to stop, once one did.
  package var stopSignal: @Sendable () -> Int32?
  /// Returns when somebody asked to stop.
  package var waitForStop: @Sendable () async throws(IAPError) -> Void
  /// Has everything open that requests and commands of the shell need beside their own files; to be
  /// called before the first of them.
  package var prepareRequests: @Sendable () async throws(IAPError) -> Void
  /// How many more files can be opened, connections and pipes among them; at most as many as it is
  /// asked for.
  package var roomForFiles: @Sendable (_ count: Int) -> Int
  /// Waits; ends early if somebody asks to stop, and with an error if its task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Makes the service of a backend; called when a command first needs it.
  package var openService: @Sendable (Backend) throws(IAPError) -> any IAPService
  /// Runs a command of the user's own to its end, or to its limit.
  package var runShell: @Sendable (ShellRequest) async -> ShellEnding
  /// The names that a fixture store knows, for a shell that completes one; nothing is changed for it.
  package var names: @Sendable (_ path: String, NameQuery) throws(IAPError) -> [Candidate]
  /// The journal of consumes in a file, which is not opened yet; and how long it may wait for the
  /// locks of other processes.
  package var openJournal:
    @Sendable (_ path: String, _ patience: Duration) throws(IAPError) -> any Journal
  /// Who runs the program, and where.
  package var `operator`: @Sendable () -> Operator
  /// The commit that the program was built from.
  package var commit: String?

  package init(
    variables: [String: String], variablesProblem: UsageError? = nil, input: Input, output: Output,
    errors: Output,
    readFile: @escaping @Sendable (_ path: String, _ limit: Int) throws(IAPError) -> [UInt8],
    fileExists: @escaping @Sendable (_ path: String) -> Bool,
    openInput:
      @escaping @Sendable (_ path: String, _ patience: Duration) throws(IAPError) ->
      InputStream,
    readOwnFile:
      @escaping @Sendable (
        _ path: String, _ limit: Int, _ patience: Duration?
      ) throws(IAPError) -> UserFile,
    replaceOwnFile: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) throws(IAPError) -> Void,
    makeOwnFile: @escaping @Sendable (_ path: String) throws(IAPError) -> UserFileWriter,
    lockOwnFile:
      @escaping @Sendable (
        _ path: String, _ patience: Duration
      ) throws(IAPError) -> @Sendable () -> Void,
    currentDirectory: String,
    makeTemporaryDirectory: @escaping @Sendable () throws(IAPError) -> String,
    realTime: @escaping @Sendable () -> Instant,
    monotonicTime: @escaping @Sendable () -> Duration,
    stopSignal: @escaping @Sendable () -> Int32?,
    waitForStop: @escaping @Sendable () async throws(IAPError) -> Void,
    prepareRequests: @escaping @Sendable () async throws(IAPError) -> Void,
    roomForFiles: @escaping @Sendable (_ count: Int) -> Int,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    openService: @escaping @Sendable (Backend) throws(IAPError) -> any IAPService,
    runShell: @escaping @Sendable (ShellRequest) async -> ShellEnding,
    names: @escaping @Sendable (_ path: String, NameQuery) throws(IAPError) -> [Candidate],
    openJournal:
      @escaping @Sendable (_ path: String, _ patience: Duration) throws(IAPError) -> any Journal,
    operator: @escaping @Sendable () -> Operator,
    commit: String?
  ) {
    self.variables = variables
    self.variablesProblem = variablesProblem
    self.input = input
    self.output = output
    self.errors = errors
    self.readFile = readFile
    self.fileExists = fileExists
    self.openInput = openInput
    self.readOwnFile = readOwnFile
    self.replaceOwnFile = replaceOwnFile
    self.makeOwnFile = makeOwnFile
    self.lockOwnFile = lockOwnFile
    self.currentDirectory = currentDirectory
    self.makeTemporaryDirectory = makeTemporaryDirectory
    self.realTime = realTime
    self.monotonicTime = monotonicTime
    self.stopSignal = stopSignal
    self.waitForStop = waitForStop
    self.prepareRequests = prepareRequests
    self.roomForFiles = roomForFiles
    self.sleep = sleep
    self.openService = openService
    self.runShell = runShell
    self.names = names
    self.openJournal = openJournal
    self.operator = `operator`
    self.commit = commit
  }

  /// The variables, unless one of them is no text.
  func readableVariables() throws(UsageError) -> [String: String] {
    if let variablesProblem { throw variablesProblem }
    return variables
  }

  /// The reason to stop, once somebody asked.
  package var stopped: IAPError? {
    stopSignal().map { .iapctl(.interrupted, .stopped(signal: $0)) }
  }
}

/// Bytes from outside that are too many to be held.
package struct InputStream: Sendable {
  /// The next bytes; none at the end. It waits for as long as it takes, until somebody asks to stop.
  package let read: @Sendable (_ upTo: Int) throws(IAPError) -> [UInt8]
  /// Whether it is a file that anybody but its owner may read.
  package let isReadableByOthers: Bool

  package init(
    isReadableByOthers: Bool,
    _ read: @escaping @Sendable (_ upTo: Int) throws(IAPError) -> [UInt8]
  ) {
    self.read = read
    self.isReadableByOthers = isReadableByOthers
  }
}

/// Who runs the program.
package struct Operator: Hashable, Sendable {
  /// The login name.
  package let user: String
  package let host: String
  /// Where the system says that the user's own files are.
  package let home: String?

  package init(user: String, host: String, home: String?) {
    self.user = user
    self.host = host
    self.home = home
  }
}

/// A file of the user's own, and who else can read it.
package struct UserFile: Sendable {
  package let bytes: [UInt8]
  package let isReadableByOthers: Bool

  package init(bytes: [UInt8], isReadableByOthers: Bool) {
    self.bytes = bytes
    self.isReadableByOthers = isReadableByOthers
  }
}

/// A new file of the user's own.
package struct UserFileWriter: Sendable {
  /// Adds bytes; they are durable when it returns.
  package let append: @Sendable ([UInt8]) throws(IAPError) -> Void
  package let remove: @Sendable () -> Void

  package init(
    append: @escaping @Sendable ([UInt8]) throws(IAPError) -> Void,
    remove: @escaping @Sendable () -> Void
  ) {
    (self.append, self.remove) = (append, remove)
  }
}
