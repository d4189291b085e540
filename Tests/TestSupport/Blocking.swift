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
    await Places.shared.take()
    defer { Places.shared.give() }
    try await withTaskExecutorPreference(OwnThreads()) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// For tests that wait for processes or servers.
  package static var blocking: Self { BlockingTrait() }
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

/// Limits the number of blocking tests at the same time, because each starts processes.
private final class Places: Sendable {
  private struct State {
    var free = 4
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  static let shared = Places()
  private let state = Mutex(State())

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
