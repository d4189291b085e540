import System

/// Runs what waits inside the operating system on a thread of its own, so that the threads that
/// tasks run on stay free for the one that is waited for.
package func waiting<Answer: Sendable>(
  _ body: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try SystemThread.detach { continuation.resume(with: Result { try body() }) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

/// Ends when its task is cancelled.
package func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  continuation.finish()
}
