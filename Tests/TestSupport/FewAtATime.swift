import Synchronization
import System
package import Testing

/// Lets only a few of some tests run at the same time.
package struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
  fileprivate let places: Places
  fileprivate let executor: OwnThreads?

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await places.take()
    defer { places.give() }
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == FewAtATime {
  /// For tests that block a thread in the operating system: on a process, a server or a terminal. Each
  /// runs on threads of its own, so that it blocks no thread of the other tests.
  package static var blocking: Self { Self(places: .blocking, executor: OwnThreads()) }

  /// For tests with a server in this process, whose sockets need descriptors below 1024.
  package static var server: Self { Self(places: .servers, executor: nil) }
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

  static let blocking = Places(6)
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
