import Dispatch

/// A second response to one request. The server sends it when the test calls ``push()``.
package final class ExtraAnswer: Sendable {
  struct WaitedInVain: Error {}

  package let body: String
  private let turn = DispatchSemaphore(value: 0)
  /// Whether each response was sent. An async stream, because the server may need the thread that
  /// would wait here.
  private let outcomes = AsyncStream.makeStream(of: Bool.self)

  package init(_ body: String) { self.body = body }

  /// Makes the server send the response, and returns when it is sent.
  package func push() async throws {
    turn.signal()
    for await isSent in outcomes.stream {
      guard isSent else { break }
      return
    }
    throw WaitedInVain()
  }

  /// Blocks the server's own thread until ``push()`` is called; throws after 120 seconds.
  func waitForTurn() throws {
    guard turn.wait(timeout: .now() + 120) == .success else {
      outcomes.continuation.yield(false)
      throw WaitedInVain()
    }
  }

  func setSent() { outcomes.continuation.yield(true) }
}
