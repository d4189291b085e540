import Synchronization

/// Collects what servers asked in answers to queries, for a batch that runs at the same time.
package final class ServerPauses: Sendable {
  private let pauses = Mutex<[(ServerPause, at: Duration)]>([])

  package init() {}

  /// - Parameter now: the monotonic time.
  package func add(_ pause: ServerPause, at now: Duration) {
    pauses.withLock { $0.append((pause, now)) }
  }

  /// Removes and returns what was added since the last call.
  package func take() -> [(ServerPause, at: Duration)] {
    pauses.withLock { pauses in
      guard !pauses.isEmpty else { return [] }
      defer { pauses = [] }
      return pauses
    }
  }
}
