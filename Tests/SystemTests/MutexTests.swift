import Synchronization
import System
import Testing

/// A Mutex that several threads want at the same time, which ThreadSanitizer understands only by
/// `Sources/CSystem/sanitizer.c`. See `make sanitize-thread`.
struct MutexTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test
  func `Under contention each change is made`() throws {
    let count = Count()
    let threads = try (0..<8).map { _ in
      try SystemThread { for _ in 0..<10_000 { count.value.withLock { $0 += 1 } } }
    }
    for thread in threads { thread.join() }
    #expect(count.value.withLock { $0 } == 80_000)
  }
}
