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

  func timeZone(named name: String) -> TimeZone? {
    guard SystemTimeZone.use(name) else { return nil }
    return TimeZone(name) { SystemTimeZone.secondsEast(at: $0) }
  }

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
