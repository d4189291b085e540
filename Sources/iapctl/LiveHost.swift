import IAPConsole
import IAPCore
import Synchronization
import System

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

  var processors: Int { CurrentProcess.processors }

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

  func stopAtEndOfInput() throws(SystemError) { try CurrentProcess.stopAtEndOfInput() }

  func run(_ program: ForegroundProgram) async -> ShellCommand.End { await program.run() }

  func run(_ command: ShellCommand) async -> ShellCommand.Ending { await command.run() }
}
