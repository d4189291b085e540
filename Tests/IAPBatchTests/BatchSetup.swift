import IAPBatch
import IAPCore
import Synchronization

/// A clock that moves only when a test sleeps.
final class TestClock: Sendable {
  private let now = Mutex(Duration.zero)

  /// Whether a sleep ends only when it is cancelled.
  private let isStill: Bool

  init(isStill: Bool = false) { self.isStill = isStill }

  var time: Duration { now.withLock { $0 } }

  func pass(_ time: Duration) { now.withLock { $0 += time } }

  var clock: Clock {
    Clock(
      realTime: { BatchTests.start }, monotonicTime: { self.time }, sleep: { await self.sleep($0) })
  }

  private func sleep(_ time: Duration) async {
    guard isStill else { return pass(time) }
    for await _ in AsyncStream<Void>.makeStream().stream {}
  }

  /// - Parameter asked: the reason to stop.
  func world(_ asked: @escaping @Sendable () -> IAPError? = { nil }) -> BatchWorld {
    BatchWorld(clock: clock, asked: asked)
  }
}

/// What a test changes of a batch.
@dynamicMemberLookup
struct BatchSetup {
  var rules: BatchRules = {
    var rules = BatchRules()
    rules.concurrency = 1
    return rules
  }()
  var deliverer: (any Deliverer)?
  var unknownPayments: (any UnknownPayments)?

  subscript<Value>(dynamicMember path: WritableKeyPath<BatchRules, Value>) -> Value {
    get { rules[keyPath: path] }
    set { rules[keyPath: path] = newValue }
  }

  /// - Parameter run: nil for a batch without a journal.
  func batch(_ service: any IAPService, _ run: (any JournalRun)?, in world: BatchWorld) -> Batch {
    Batch(
      service, rules, lists: PurchaseLists(for: service.traits), run: run, deliverer: deliverer,
      unknownPayments: unknownPayments, in: world)
  }
}
