package import IAPCore

/// Consumes several payments at a time, and records each step in the journal. A request is recorded
/// before it is sent. A result is recorded before it is reported.
package struct JournaledBatch: BatchRunner {
  /// The maximum number of results that wait for the result of an earlier payment.
  private static let mostHeld = 4096

  private let service: any IAPService
  private let run: any JournalRun
  private let options: BatchOptions
  private let task: ConsumeTask

  package init(
    service: any IAPService, run: any JournalRun, options: BatchOptions, limiter: RateLimiter,
    stop: BatchStop, realTime: @escaping @Sendable () -> Instant
  ) {
    self.service = service
    self.run = run
    self.options = options
    task = ConsumeTask(
      service: service, journal: JournalWriter(run), deliverer: options.deliverer, limiter: limiter,
      stop: stop, outage: OutageWatch(concurrency: options.concurrency, limiter: limiter),
      settleLimit: options.settleLimit, realTime: realTime)
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let claims = ClaimStage(
      from: source, claimingIn: run,
      lookup: PurchaseLookup(
        service: service, concurrency: options.concurrency, limiter: task.limiter, stop: task.stop),
      options: options, stop: task.stop, realTime: task.realTime)
    let keeper = UnknownKeeper(options.keepUnknown, stop: task.stop)
    do {
      try await flow(from: claims, keeping: keeper, emit)
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    // The reported results do not show this failure: the user must repair the journal.
    if let failure = await task.journal.failure ?? keeper.failure { throw failure }
  }

  private func flow(
    from claims: ClaimStage, keeping keeper: UnknownKeeper,
    _ emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    var order = ReorderBuffer(isKept: options.isOrdered)
    var ending: (any Error)?
    let task = task
    await withTaskGroup(of: (Int, BatchItem, ConsumeResult).self) { group in
      var inFlight = 0
      var hasMore = true
      while hasMore || inFlight > 0 {
        if hasMore, inFlight < options.concurrency, order.held < Self.mostHeld {
          do {
            switch try await claims.next() {
            case nil: hasMore = false
            case .result(let result, let item, let index):
              keeper.keep(item, ifUnknown: result)
              order.add(result, at: index)
              // Results that need no request are reported together.
              if claims.isFilled, order.count < ClaimStage.groupSize { continue }
            case .send(let claimed):
              inFlight += 1
              group.addTask { (claimed.index, claimed.item, await task.result(for: claimed)) }
              continue
            }
          } catch {
            (ending, hasMore) = (ending ?? error, false)
          }
        } else if let (index, item, result) = await group.next() {
          inFlight -= 1
          keeper.keep(item, ifUnknown: result)
          order.add(result, at: index)
        }
        await hand(order.take(), to: emit, &ending)
      }
    }
    if let ending { throw ending }
  }

  private func hand(
    _ results: [ConsumeResult], to emit: ([ConsumeResult]) async throws -> Void,
    _ ending: inout (any Error)?
  ) async {
    guard !results.isEmpty else { return }
    do {
      try await emit(results)
    } catch {
      ending = ending ?? error
      // The results of further payments could not be reported.
      task.stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    }
  }
}

/// Gives results in the order of completion, or in the order of the input.
struct ReorderBuffer {
  private let isKept: Bool
  private var waiting: [Int: ConsumeResult] = [:]
  private var next = 0
  private var ready: [ConsumeResult] = []

  /// - Parameter isKept: whether results are given in the order of the input.
  init(isKept: Bool) { self.isKept = isKept }

  /// The number of results that ``take()`` returns.
  var count: Int { ready.count }

  /// The number of results that wait for the result of an earlier payment.
  var held: Int { waiting.count }

  /// - Parameter index: the position of the payment in the input, from 0.
  mutating func add(_ result: ConsumeResult, at index: Int) {
    guard isKept else {
      ready.append(result)
      return
    }
    waiting[index] = result
    while let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
  }

  /// Removes and returns the results that can be reported now.
  mutating func take() -> [ConsumeResult] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }
}

/// Processes one payment: delivers the item, consumes the payment, and revokes the item if the
/// consume was refused. Each step is in the journal before the next one begins.
struct ConsumeTask: Sendable {
  let service: any IAPService
  let journal: JournalWriter
  let deliverer: (any Deliverer)?
  let limiter: RateLimiter
  let stop: BatchStop
  let outage: OutageWatch
  let settleLimit: Duration?
  let realTime: @Sendable () -> Instant

  func result(for claimed: ClaimedItem) async -> ConsumeResult {
    var claimed = claimed
    do throws(IAPError) {
      try stop.check()
      try await deliver(&claimed)
      if await !limiter.acquire(waiting: stop.wait), let busy = outage.busy { stop.halt(busy) }
      try stop.check()
      try await write(claimed, .consumeBegins)
    } catch {
      // If this write fails, the end of the run releases the payment.
      try? await write(claimed, .released)
      var result = claimed.result(of: .notSent(error))
      result.isDeliveredOnly = claimed.isDelivered && result.outcome == .notSent
      return result
    }
    var call = await send(claimed)
    var result = claimed.result(of: call)
    var earlierAttempts = 0
    do throws(IAPError) {
      var pauses = settleLimit.map { SettlePauses(until: stop.now + $0) }
      while result.outcome == .unknown, !call.stopsBatch, !call.isRefusal,
        let moment = pauses?.next(after: stop.now), await waitToSettle(until: moment)
      {
        try await write(claimed, .consumeEnds(result), .consumeBegins)
        earlierAttempts += result.attempts
        claimed.priorUnknown = true
        call = await send(claimed)
        result = claimed.result(of: call)
      }
      if let reason = outage.reason(after: result) { stop.halt(reason) }
      result = try await concluded(result, claimed)
    } catch {
      result = result.unrecorded(error)
    }
    result.attempts += earlierAttempts
    return result
  }

  // MARK: Steps

  private func deliver(_ claimed: inout ClaimedItem) async throws(IAPError) {
    guard let deliverer, !claimed.isDelivered else { return }
    try await write(claimed, .deliveryBegins)
    do throws(IAPError) {
      try await deliverer.deliver(claimed.item)
    } catch {
      try await write(claimed, .deliveryEnds(error))
      throw error
    }
    try await write(claimed, .deliveryEnds(nil))
    claimed.isDelivered = true
  }

  private func send(_ claimed: ClaimedItem) async -> CallResult<ConsumeReceipt> {
    let call = await service.consume([claimed.item.request]).first ?? .missing
    if call.stopsBatch, case .failure(let error) = call.result { stop.halt(error) }
    if let busy = outage.busy { stop.halt(busy) }
    return call
  }

  /// - Returns: whether to send the consume again, to settle the unknown outcome.
  private func waitToSettle(until moment: Duration) async -> Bool {
    guard await stop.waitToSettle(until: moment),
      await limiter.acquire(waiting: stop.waitToSettle)
    else { return false }
    return !stop.endsSettling
  }

  /// Writes the outcome to the journal. If the consume was refused, also revokes the item.
  private func concluded(
    _ result: ConsumeResult, _ claimed: ClaimedItem
  ) async throws(IAPError) -> ConsumeResult {
    guard let deliverer, deliverer.canUndo, isToBeUndone(result) else {
      try await write(claimed, .consumeEnds(result), .released)
      return result
    }
    try await write(claimed, .consumeEnds(result), .undoBegins)
    var result = result
    do throws(IAPError) {
      try await deliverer.undo(claimed.item)
    } catch {
      result.undoError = error
    }
    // The outcome is on disk. If this write fails, it stops the batch but does not change the
    // result.
    try? await write(claimed, .undoEnds(result.undoError), .released)
    return result
  }

  /// Whether the item is to be revoked. "Already consumed" counts as a refusal, unless an earlier
  /// attempt of this run or another run may have been the one that consumed the payment.
  private func isToBeUndone(_ result: ConsumeResult) -> Bool {
    switch result.outcome {
    case .refused: true
    case .alreadyConsumed: !result.priorUnknown
    case .consumed, .notSent, .unknown, .skipped: false
    }
  }

  // MARK: The journal

  private func write(
    _ claimed: ClaimedItem, _ kinds: JournalStep.Kind...
  ) async throws(IAPError) {
    let now = realTime()
    do throws(IAPError) {
      try await journal.write(kinds.map { JournalStep(claimed.paymentSeq, $0, at: now) })
    } catch {
      stop.halt(error)
      throw error
    }
  }
}

/// The times at which an unknown payment is sent again. Each pause is twice as long as the one
/// before: 1 s, 2 s, 4 s, up to 30 s.
private struct SettlePauses {
  private static let longest = Duration.seconds(30)

  private let end: Duration
  private var pause = Duration.seconds(1)

  init(until end: Duration) { self.end = end }

  /// The next time; nil if it is after the end.
  mutating func next(after now: Duration) -> Duration? {
    let moment = now + pause
    guard moment <= end else { return nil }
    pause = min(pause * 2, Self.longest)
    return moment
  }
}

extension ConsumeResult {
  /// The result if the journal could not be written: for the next run the outcome is unknown.
  func unrecorded(_ error: IAPError) -> ConsumeResult {
    ConsumeResult(
      paymentSeq, .unknown, userID: userID, priorUnknown: priorUnknown, attempts: attempts,
      error: IAPError(
        error.code, .payment(paymentSeq, .outcomeUnrecorded(outcome: outcome.rawValue)),
        outcome: .unknown),
      receipt: receipt)
  }
}
