import CLibrary
import Synchronization

/// The processes of a command that is running, which another thread can end. If this process ends, they
/// end too.
package final class ProcessGroup: Sendable {
  private struct State {
    /// The socket to the command's supervisor; nil before the command has started and after it has ended.
    var channel: Int32?
    var isEnded = false

    func end() {
      if let channel { shutdown(channel, Int32(SHUT_WR)) }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends all processes of the command by SIGKILL, and waits until they have ended. If the command has
  /// not started yet, it ends when it starts.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      state.end()
      guard let channel = state.channel else { return }
      // The supervisor closes its end last. `poll` always reports that.
      var waiting = pollfd(fd: channel, events: 0, revents: 0)
      while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
    }
  }

  func begin(_ channel: Int32) {
    state.withLock { state in
      state.channel = channel
      if state.isEnded { state.end() }
    }
  }

  /// The command has ended.
  func close() { state.withLock { $0.channel = nil } }
}

extension ProcessGroup: Equatable {
  package static func == (left: ProcessGroup, right: ProcessGroup) -> Bool { left === right }
}
