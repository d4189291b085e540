import Synchronization
import System
package import Testing

/// For tests that block a thread in the operating system: on a process, a server or a terminal.
/// Each such test runs on threads of its own, so that it blocks no thread of the other tests. Only
/// a few run at the same time.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await Places.blocking.take()
    defer { Places.blocking.give() }
    try await withTaskExecutorPreference(OwnThreads()) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// For tests that wait for processes or servers.
  package static var blocking: Self { BlockingTrait() }
}

/// For tests with a server in this process. Only a few run at the same time, because the sockets of
/// a server need descriptors with numbers below 1024.
package struct ServerTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await Places.servers.take()
    defer { Places.servers.give() }
    try await function()
  }
}

extension Trait where Self == ServerTrait {
  /// For tests with a server in this process.
  package static var server: Self { ServerTrait() }
}

/// Runs each job of a task on a new thread.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run = { @Sendable in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    do {
      try SystemThread.detach(run)
    } catch {
      run()
    }
  }
}

/// Limits the number of tests at the same time.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  static let blocking = Places(4)
  static let servers = Places(4)
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 { state.waiting.append(continuation) } else { state.free -= 1 }
        return state.waiting.isEmpty
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
