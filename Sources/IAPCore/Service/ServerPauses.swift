import Synchronization

/// Collects what servers asked in answers to queries, for a batch that runs at the same time.
package final class ServerPauses: Sendable {
  private let pauses = Mutex<[ServerPause]>([])

  package init() {}

  package func add(_ pause: ServerPause) { pauses.withLock { $0.append(pause) } }

  /// Removes and returns what was added since the last call.
  package func take() -> [ServerPause] {
    pauses.withLock { pauses in
      guard !pauses.isEmpty else { return [] }
      defer { pauses = [] }
      return pauses
    }
  }
}
