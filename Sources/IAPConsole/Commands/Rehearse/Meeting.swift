import Synchronization

/// Where two programs wait for each other, so that both are at work at the same time.
final class Meeting: Sendable {
  private struct State {
    var isOpen = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Waits until the other program arrives, or ``open()`` is called.
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

  /// Ends all waits, also later ones.
  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    waiting?.resume()
  }
}
