import Dispatch

/// An answer that a server sends when a test says so, and that the test can rely on to lie at its
/// end of the connection.
package final class ExtraAnswer: Sendable {
  struct WaitedInVain: Error {}

  package let body: String
  private let turn = DispatchSemaphore(value: 0)
  private let arrival = DispatchSemaphore(value: 0)

  package init(_ body: String) { self.body = body }

  /// Has the server send it, and returns when it is there.
  package func push() async throws {
    turn.signal()
    // Suspends: a blocked thread is one that the server may need.
    for _ in 0..<120_000 {
      if hasArrived() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw WaitedInVain()
  }

  private func hasArrived() -> Bool { arrival.wait(timeout: .now()) == .success }

  func waitForTurn() throws {
    guard turn.wait(timeout: .now() + 120) == .success else { throw WaitedInVain() }
  }

  func setSent() { arrival.signal() }
}
