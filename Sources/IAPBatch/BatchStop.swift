package import IAPCore
import Synchronization

/// Why a batch sends no more, once there is a reason: a person asked, or every further payment
/// would come to the same. Ends what the batch waits for.
package final class BatchStop: Sendable {
  private struct State {
    var reason: IAPError?
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var count = 0
  }

  private let asked: @Sendable () -> IAPError?
  private let monotonicTime: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - asked: the reason from outside, once there is one.
  ///   - monotonicTime: a clock that never goes back.
  ///   - sleep: ends early once there is a reason from outside, or its task is cancelled.
  package init(
    monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void,
    asked: @escaping @Sendable () -> IAPError?
  ) {
    (self.asked, self.monotonicTime, self.sleep) = (asked, monotonicTime, sleep)
  }

  package var reason: IAPError? { state.withLock { $0.reason } ?? asked() }

  /// Whether unknown outcomes are not to be asked about any more either: a person asked to stop, or
  /// the results have no reader.
  var endsSettling: Bool {
    asked() != nil || state.withLock { $0.reason?.code == .iapctl(.outputNotWritten) }
  }

  /// Stops for a failure; the first one counts.
  func halt(_ error: IAPError) {
    let waiting = state.withLock { state in
      state.reason = state.reason ?? error.ofThoseBehind
      return state.waiting.values
    }
    waiting.forEach { $0.finish() }
  }

  func check() throws(IAPError) { if let reason { throw reason } }

  // MARK: Waiting

  /// Waits until a moment, while the batch may send.
  ///
  /// - Returns: whether the moment came.
  package func wait(until moment: Duration) async -> Bool {
    await wait(until: moment, unless: { reason != nil })
  }

  /// Waits for a while, so long as unknown outcomes may be asked about.
  func waitToSettle(until moment: Duration) async -> Bool {
    await wait(until: moment, unless: { endsSettling })
  }

  var now: Duration { monotonicTime() }

  private func wait(until moment: Duration, unless isOver: () -> Bool) async -> Bool {
    while !isOver() {
      let rest = moment - monotonicTime()
      guard rest > .zero, !Task.isCancelled else { return rest <= .zero }
      await sleepUnlessHalted(rest)
    }
    return false
  }

  private func sleepUnlessHalted(_ rest: Duration) async {
    let (halt, continuation) = AsyncStream<Void>.makeStream()
    let number: Int? = state.withLock { state in
      guard state.reason == nil else { return nil }
      state.count += 1
      state.waiting[state.count] = continuation
      return state.count
    }
    guard let number else { return await sleep(rest) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.sleep(rest) }
      group.addTask { for await _ in halt {} }
      await group.next()
      group.cancelAll()
    }
    state.withLock { _ = $0.waiting.removeValue(forKey: number) }
  }
}

/// Notices that a service is down or does not let a batch go on, so that an outage does not turn
/// every payment of the batch into an unknown one.
final class OutageWatch: Sendable {
  /// Fewer unknown payments in a row are no outage.
  static let fewest = 10

  private let limit: Int
  private let limiter: RateLimiter
  private let unknownInARow = Mutex(0)

  /// - Parameter concurrency: how many payments are in flight at most.
  init(concurrency: Int, limiter: RateLimiter) {
    limit = max(Self.fewest, concurrency)
    self.limiter = limiter
  }

  /// The reason to stop the batch, after a payment was sent; nil if it can go on.
  func reason(after result: ConsumeResult) -> IAPError? {
    guard result.attempts > 0 else { return busy }
    let count = unknownInARow.withLock { count in
      count = Self.isOpen(result) ? count + 1 : 0
      return count
    }
    guard count >= limit else { return busy }
    return .iapctl(.outage, .outage(unknownInARow: count))
  }

  /// The reason to stop while the server asks for patience and accepts nothing.
  var busy: IAPError? {
    limiter.exhaustedPatience.map {
      IAPError(.http(.requestFailed), .askedToWait($0), httpStatus: 429)
    }
  }

  /// Whether this run's own attempts left it unknown. A refusal of a payment that an earlier run
  /// left unknown does not settle it, but it is an answer.
  private static func isOpen(_ result: ConsumeResult) -> Bool {
    guard result.outcome == .unknown else { return false }
    return switch result.error?.serverCode.flatMap(ServerCode.init) {
    case .consumeFailed, .invalidParameters, .contentTypeNotSupported, .methodNotSupported: false
    default: true
    }
  }
}
