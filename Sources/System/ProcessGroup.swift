import CLibrary
import Synchronization

/// The process group of a command that is running, which another thread can end.
package final class ProcessGroup: Sendable {
  private struct State {
    /// Nil before the command has started, and after the system may give its number to another one.
    var number: pid_t?
    var isEnded = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends all processes of the group by SIGKILL. If the command has not started yet, it ends when it
  /// starts.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      if let number = state.number { _ = kill(-number, SIGKILL) }
    }
  }

  func begin(_ number: pid_t) {
    state.withLock { state in
      state.number = number
      if state.isEnded { _ = kill(-number, SIGKILL) }
    }
  }

  /// Ends what the command has left behind. Its number is not released yet.
  func close() {
    state.withLock { state in
      if let number = state.number { _ = kill(-number, SIGKILL) }
      state.number = nil
    }
  }
}

extension ProcessGroup: Equatable {
  package static func == (left: ProcessGroup, right: ProcessGroup) -> Bool { left === right }
}
