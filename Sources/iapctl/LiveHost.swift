import IAPConsole
import Synchronization
import System

/// This machine and this process.
struct LiveHost: Host {
  /// The task of `main`, which lasts as long as the process, so that it may be cancelled at any time.
  /// (A task of its own for each command would cost a short one a thread.)
  nonisolated(unsafe) private let main: UnsafeCurrentTask?
  private static let isWatching = Atomic<Bool>(false)

  /// To be called by `main`.
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
    // libcurl, and one request.
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

  func run(_ command: ShellCommand) async -> ShellCommand.Ending { await command.run() }
}
