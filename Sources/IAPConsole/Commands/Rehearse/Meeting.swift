import Synchronization

/// Where two programs wait for each other, so that both are at work at the same time.
final class Meeting: Sendable {
  private struct State {
    var isOpen = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Waits for the other one, or until nobody has to wait any more.
  func arrive() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAlone = state.withLock { state in
          guard !state.isOpen, state.waiting == nil else { return false }
          state.waiting = continuation
          return true
        }
        guard !isAlone else { return }
        continuation.resume()
        open()
      }
    } onCancel: {
      open()
    }
  }

  /// From now on nobody waits.
  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    waiting?.resume()
  }
}
