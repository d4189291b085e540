import CLibrary
import Synchronization

/// Runs an actor on the thread that holds a lock. So a thread of a C library can call the actor
/// without waiting for another thread.
package final class ExclusiveExecutor: SerialExecutor {
  private let lock = Mutex<Void>(())
  /// The thread that holds the lock; 0 if there is none.
  private let holder = Atomic<UInt>(0)

  package init() {}

  private static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  /// Runs `body` on this thread, while no other thread runs the actor. `body` can call
  /// `assumeIsolated` of the actor.
  package func withExclusiveAccess<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try lock.withLock { _ in
      holder.store(Self.thread, ordering: .relaxed)
      defer { holder.store(0, ordering: .relaxed) }
      return try body()
    }
  }

  /// A job of a task runs on a thread of the runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Task.detached { self.run(job) }
  }

  private func run(_ job: UnownedJob) {
    withExclusiveAccess { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    precondition(holder.load(ordering: .relaxed) == Self.thread, "another thread runs the actor")
  }
}
