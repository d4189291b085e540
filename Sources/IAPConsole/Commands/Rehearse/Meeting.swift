import Synchronization

/// Where two programs wait for each other, so that both are at work at the same time.
final class Meeting: Sendable {
  /// Ends when both are there.
  private let (waiting, door) = AsyncStream.makeStream(of: Never.self)
  private let isExpected = Mutex(false)

  /// Waits until the other program arrives, or ``open()`` is called.
  func arrive() async {
    let isFirst = isExpected.withLock { isExpected in
      defer { isExpected = true }
      return !isExpected
    }
    if isFirst { for await _ in waiting {} } else { open() }
  }

  /// Ends all waits, also later ones.
  func open() { door.finish() }
}
