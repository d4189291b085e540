import Dispatch

/// An answer that a server sends without being asked, at the moment when a test wants it to lie on
/// the connection.
package final class ExtraAnswer: Sendable {
  struct WaitedInVain: Error {}

  package let body: String
  private let turn = DispatchSemaphore(value: 0)
  /// Whether each one was sent. It is waited for without a thread: the server may need that.
  private let outcomes = AsyncStream.makeStream(of: Bool.self)

  package init(_ body: String) { self.body = body }

  /// Has the server send it, and returns when it is there.
  package func push() async throws {
    turn.signal()
    for await isSent in outcomes.stream {
      guard isSent else { break }
      return
    }
    throw WaitedInVain()
  }

  /// Waits on the server's own thread, or for so long that there is no hope.
  func waitForTurn() throws {
    guard turn.wait(timeout: .now() + 120) == .success else {
      outcomes.continuation.yield(false)
      throw WaitedInVain()
    }
  }

  func setSent() { outcomes.continuation.yield(true) }
}
