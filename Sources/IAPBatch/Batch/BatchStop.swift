package import IAPCore
import Synchronization
package import System

/// The reason why a batch stops sending, once there is one: a signal, or a failure that every
/// further payment would have too. A stop ends the pauses of the batch.
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
  ///   - asked: the reason from outside the batch, such as a signal; nil while there is none.
  ///   - monotonicTime: the time of a clock that never goes back.
  ///   - sleep: waits; returns early if `asked` gets a reason or the task is cancelled.
  package init(
    monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void,
    asked: @escaping @Sendable () -> IAPError?
  ) {
    (self.asked, self.monotonicTime, self.sleep) = (asked, monotonicTime, sleep)
  }

  package var reason: IAPError? { state.withLock { $0.reason } ?? asked() }

  /// Whether settling stops too: `asked` has a reason, or the results cannot be written.
  var endsSettling: Bool {
    asked() != nil || state.withLock { $0.reason?.code == .iapctl(.outputNotWritten) }
  }

  /// Stops the batch because of a failure. The first failure is kept as the reason.
  func halt(_ error: IAPError) {
    let waiting = state.withLock { state in
      state.reason = state.reason ?? error.forUnsent
      return state.waiting.values
    }
    waiting.forEach { $0.finish() }
  }

  func check() throws(IAPError) { if let reason { throw reason } }

  // MARK: Waiting

  /// Waits until a moment, or until the batch is stopped.
  ///
  /// - Returns: whether the moment was reached.
  package func wait(until moment: Duration) async -> Bool {
    await wait(until: moment, unless: { reason != nil })
  }

  /// Waits until a moment, or until settling is stopped.
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

/// Settings of a ``JournaledBatch``.
package struct BatchOptions: Sendable {
  /// The maximum number of payments in flight.
  package var concurrency = 8
  /// Whether payments whose outcome earlier runs left unknown are sent again, to settle them.
  package var resumes = false
  /// Whether payments of which a command of another machine has no recorded end are claimed, too.
  package var takesOver = false
  /// Whether results are reported in the order of the input.
  package var isOrdered = false
  /// Delivers each item before the consume; nil if iapctl delivers nothing.
  package var deliverer: (any Deliverer)?
  /// For how long a payment with an unknown outcome is consumed again, until the server reports its
  /// outcome; nil if the outcome is left unknown.
  package var settleLimit: Duration?
  /// Stores each payment whose outcome stays unknown; nil if they are not stored.
  package var unknownPayments: (any UnknownPayments)?

  package init() {}
}

/// Grants the item of a payment to the player, and revokes it.
package protocol Deliverer: Sendable {
  /// Whether ``undo(_:)`` can revoke an item.
  var canUndo: Bool { get }

  /// The time after which a delivery or an undo has certainly ended.
  var limit: Duration { get }

  /// - Parameter lock: shows that the run is at work, until the delivery has ended.
  /// - Throws: why the delivery failed. It may have been done in part; the next run tries it again. The
  ///   error has an unknown outcome if something of the delivery may still be at work.
  func deliver(_ item: Payment, keeping lock: FileLock?) async throws(IAPError)

  /// Revokes the item. Does nothing if ``canUndo`` is false.
  ///
  /// - Parameter lock: shows that the run is at work, until the undo has ended.
  /// - Throws: why the player may still have the item. The error has an unknown outcome if something of
  ///   the undo may still be at work.
  func undo(_ item: Payment, keeping lock: FileLock?) async throws(IAPError)
}
