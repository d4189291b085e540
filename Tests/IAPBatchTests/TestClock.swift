import IAPBatch
import IAPCore
import Synchronization

/// A clock that moves only when a test sleeps.
final class TestClock: Sendable {
  private let now = Mutex(Duration.zero)

  var time: Duration { now.withLock { $0 } }

  func pass(_ time: Duration) { now.withLock { $0 += time } }

  var limiter: RateLimiter { RateLimiter(rate: nil, monotonicTime: { self.time }) }

  func stop(_ asked: @escaping @Sendable () -> IAPError? = { nil }) -> BatchStop {
    BatchStop(monotonicTime: { self.time }, sleep: { self.pass($0) }, asked: asked)
  }
}

extension BatchStop {
  /// For a batch that does not wait.
  convenience init(_ asked: @escaping @Sendable () -> IAPError?) {
    self.init(monotonicTime: { .zero }, sleep: { _ in }, asked: asked)
  }
}
