package import IAPCore
import Synchronization
package import System

/// Writes the steps of many tasks in as few transactions as possible. Steps that arrive during a
/// transaction are written together by the next one.
///
/// After a failure nothing more is written: every caller gets the same error, and must not send.
package final class JournalWriter: Sendable {
  private enum Turn: Sendable {
    case written
    case failed(IAPError)
    /// This caller writes the steps that have gathered.
    case leads
  }

  private struct State {
    var gathered: [JournalStep] = []
    var waiting: [CheckedContinuation<Turn, Never>] = []
    var isWriting = false
    var failure: IAPError?
  }

  private let run: any JournalRun
  private let state = Mutex(State())

  package init(_ run: any JournalRun) { self.run = run }

  /// The first failure; nil while there is none.
  package var failure: IAPError? { state.withLock { $0.failure } }

  /// Throws if no request may be sent any more, whose intent is written, or if no command may begin.
  ///
  /// - Parameter duration: the longest time of the command; nil for a request.
  package func requireLease(for duration: Duration? = nil) throws(IAPError) {
    try run.requireLease(for: duration)
  }

  /// The lock that the commands of the run keep.
  package var lock: FileLock? { get async { await run.lock } }

  /// Writes steps, all or none. They are durable when the function returns.
  package func write(_ steps: [JournalStep]) async throws(IAPError) {
    switch await turn(with: steps) {
    case .written: return
    case .failed(let error): throw error
    case .leads:
      await gather()
      try await writeGathered()
    }
  }

  private func turn(with steps: [JournalStep]) async -> Turn {
    await withCheckedContinuation { caller in
      let turn = state.withLock { state -> Turn? in
        if let failure = state.failure { return .failed(failure) }
        state.gathered += steps
        if state.isWriting {
          state.waiting.append(caller)
          return nil
        }
        state.isWriting = true
        return .leads
      }
      if let turn { caller.resume(returning: turn) }
    }
  }

  /// Lets the tasks that can run now add their steps: a sync costs more than all of them. A task whose
  /// response is there can run after two yields: the first finds the response, the second handles it.
  private func gather() async {
    var (count, idleYields) = (0, 0)
    while idleYields < 3 {
      let now = state.withLock { $0.gathered.count }
      idleYields = now > count ? 0 : idleYields + 1
      count = now
      await Task.yield()
    }
  }

  private func writeGathered() async throws(IAPError) {
    let (steps, others) = state.withLock { state in
      defer { (state.gathered, state.waiting) = ([], []) }
      return (state.gathered, state.waiting)
    }
    // Not on the thread of the callers, which has to serve connections.
    let problem = await Task.detached { [run] () -> IAPError? in
      do throws(IAPError) {
        try await run.write(steps)
        return nil
      } catch {
        return error
      }
    }.value
    switch problem {
    case nil:
      let next = state.withLock { state in
        guard !state.waiting.isEmpty else {
          state.isWriting = false
          return nil as CheckedContinuation<Turn, Never>?
        }
        return state.waiting.removeFirst()
      }
      for caller in others { caller.resume(returning: .written) }
      next?.resume(returning: .leads)
    case let error?:
      let waiting = state.withLock { state in
        defer { (state.gathered, state.waiting, state.isWriting) = ([], [], false) }
        state.failure = error
        return state.waiting
      }
      for caller in others + waiting { caller.resume(returning: .failed(error)) }
      throw error
    }
  }
}
