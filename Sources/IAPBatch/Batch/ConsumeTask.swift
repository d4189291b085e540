import IAPCore

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

  /// The work of one of several workers: one payment after another. The next payment is sent after the
  /// result of the one before is reported.
  func work(on inFlight: PaymentsInFlight) async {
    while var claimed = await inFlight.next() {
      var isBegun = false
      while true {
        let (result, next) = await result(for: claimed, isBegun: isBegun, inFlight)
        await inFlight.end(result)
        guard let next else { break }
        (claimed, isBegun) = (next, true)
      }
    }
  }

  /// - Parameter isBegun: whether the intent is on the disk, because it was written with the outcome
  ///   of the payment before.
  /// - Returns: the result, and the payment whose intent was written with it.
  private func result(
    for claimed: ClaimedPayment, isBegun: Bool, _ inFlight: PaymentsInFlight
  ) async -> (ConsumeResult, next: ClaimedPayment?) {
    var (claimed, isBegun) = (claimed, isBegun)
    do throws(IAPError) {
      try stop.check()
      if isBegun, !limiter.isUnlimited {
        // No intent is open while a request waits for its turn.
        try await write(claimed, .consumeWithdrawn)
        isBegun = false
      }
      if !isBegun { try await begin(&claimed) }
    } catch {
      // If this write fails, the end of the run releases the payment.
      try? await isBegun
        ? write([step(claimed, .consumeWithdrawn), step(claimed, .released)])
        : write([step(claimed, .released)])
      return (claimed.unsent(error), nil)
    }
    return await ended(claimed, inFlight)
  }

  /// Delivers the item, waits until a request may be sent, and writes the intent. Nothing is delivered
  /// while the server asks to wait.
  private func begin(_ claimed: inout ClaimedPayment) async throws(IAPError) {
    if deliverer != nil, limiter.isAskedToWait { try await waitForTurn() }
    try await deliver(&claimed)
    try await waitForTurn()
    try await write(claimed, .consumeBegins)
  }

  private func waitForTurn() async throws(IAPError) {
    if await !limiter.acquire(waiting: stop.wait), let busy = outage.busy { stop.halt(busy) }
    try stop.check()
  }

  /// Sends the request, whose intent is on the disk.
  private func ended(
    _ claimed: ClaimedPayment, _ inFlight: PaymentsInFlight
  ) async -> (ConsumeResult, next: ClaimedPayment?) {
    var (claimed, next) = (claimed, nil as ClaimedPayment?)
    do throws(IAPError) {
      try requireLease()
    } catch {
      return (claimed.unsent(error).unrecorded(error), nil)
    }
    claimed.isProvenUnconsumed = await isProvenUnconsumed(claimed)
    var call = await send(claimed)
    var endOfCall = stop.now
    var result = ConsumeResult(claimed, call)
    var earlierAttempts = 0
    do throws(IAPError) {
      var pauses = settleLimit.map { SettlePauses(until: stop.now + $0) }
      while result.outcome == .unknown, !call.stopsBatch, !call.isRefusal,
        let moment = pauses?.next(after: stop.now, notBefore: limiter.pauseEnd),
        await waitToSettle(until: moment, before: pauses?.end ?? moment)
      {
        try await write(claimed, .consumeEnds(result), .consumeBegins)
        try requireLease()
        // Until here, the result itself counts its attempts.
        earlierAttempts += result.attempts
        claimed.priorUnknown = true
        if result.isCutOff { claimed.ownCutOff = endOfCall }
        claimed.isProvenUnconsumed = await isProvenUnconsumed(claimed)
        call = await send(claimed)
        endOfCall = stop.now
        result = ConsumeResult(claimed, call)
      }
      if let reason = outage.reason(after: result) { stop.halt(reason) }
      (result, next) = try await conclude(result, of: claimed, inFlight)
    } catch {
      result = result.unrecorded(error)
    }
    result.attempts += earlierAttempts
    return (result, next)
  }

  // MARK: Steps

  private func deliver(_ claimed: inout ClaimedPayment) async throws(IAPError) {
    guard let deliverer else { return }
    let item = claimed.item(forUndo: false)
    claimed.deliver(item)
    try await write(claimed, .deliveryBegins(item.purchase))
    do throws(IAPError) {
      try journal.requireLease(for: deliverer.limit)
      try await deliverer.deliver(item, keeping: await journal.lock)
    } catch {
      guard error.outcome == .notApplied else { throw error.forUnsent }
      try await write(claimed, .deliveryEnds(error))
      throw error
    }
    try await write(claimed, .deliveryEnds(nil))
    claimed.isDelivered = true
  }

  /// Stops the batch if its run may be over for other runs: then nothing may be sent.
  private func requireLease() throws(IAPError) {
    do throws(IAPError) {
      try journal.requireLease()
    } catch {
      stop.halt(error)
      throw error
    }
  }

  private func send(_ claimed: ClaimedPayment) async -> CallResult<ConsumeReceipt> {
    let call = await service.consume([claimed.payment]).first ?? .missing
    if call.stopsBatch, case .failure(let error) = call.result { stop.halt(error) }
    if let busy = outage.busy { stop.halt(busy) }
    return call
  }

  /// Whether the server proves that no earlier call has consumed the payment, if one may have. Anything
  /// but a clear answer proves nothing, and no answer does while an earlier call may be at work. The
  /// consume is sent in any case.
  private func isProvenUnconsumed(_ claimed: ClaimedPayment) async -> Bool {
    guard claimed.priorUnknown, service.traits.readsTokens,
      let token = claimed.payment.accessToken
    else { return false }
    let isAtRest = claimed.isAtRest(at: realTime(), stop.now)
    let answer = try? await service.transaction(of: token)
    return isAtRest && answer?.provesUnconsumed(claimed.payment) == true
  }

  /// - Parameter end: the end of settling. The server may ask for more time than that.
  /// - Returns: whether to send the consume again, to settle the unknown outcome.
  private func waitToSettle(until moment: Duration, before end: Duration) async -> Bool {
    guard await stop.waitToSettle(until: moment), limiter.pauseEnd <= end,
      await limiter.acquire(waiting: stop.waitToSettle)
    else { return false }
    return !stop.endsSettling
  }

  /// Writes the outcome to the journal. If the consume was refused, also revokes the item.
  ///
  /// - Returns: the result, and the payment whose intent was written with the outcome.
  private func conclude(
    _ result: ConsumeResult, of claimed: ClaimedPayment, _ inFlight: PaymentsInFlight
  ) async throws(IAPError) -> (ConsumeResult, next: ClaimedPayment?) {
    guard let deliverer, deliverer.canUndo, result.outcome == .refused else {
      return (result, try await record(result, of: claimed, inFlight))
    }
    try await write(claimed, .consumeEnds(result), .undoBegins)
    var result = result
    result.undoError = await undo(claimed, by: deliverer)
    result.delivery = result.undoError == nil ? .takenBack : .undoFailed
    return (result, nil)
  }

  /// Takes the item back, after the beginning is on the disk.
  ///
  /// - Returns: why it could not be taken back; nil if it was.
  private func undo(
    _ claimed: ClaimedPayment, by deliverer: any Deliverer
  ) async -> IAPError? {
    do throws(IAPError) {
      try journal.requireLease(for: deliverer.limit)
    } catch {
      try? await write(claimed, .undoEnds(error), .released)
      return error
    }
    var failure: IAPError?
    do throws(IAPError) {
      try await deliverer.undo(claimed.item(forUndo: true), keeping: await journal.lock)
    } catch {
      failure = error
    }
    if let failure, failure.outcome == .unknown { return failure.forUnsent }
    // The outcome is on disk. If this write fails, it stops the batch but does not change the
    // result.
    try? await write(claimed, .undoEnds(failure), .released)
    return failure
  }

  /// Writes the outcome together with the intent of the next payment, if that can be sent at once.
  /// Then a payment waits for one sync instead of two.
  private func record(
    _ result: ConsumeResult, of claimed: ClaimedPayment, _ inFlight: PaymentsInFlight
  ) async throws(IAPError) -> ClaimedPayment? {
    let ends = [step(claimed, .consumeEnds(result)), step(claimed, .released)]
    guard result.outcome == .consumed, deliverer == nil, stop.reason == nil, limiter.isUnlimited,
      let next = inFlight.takeNext()
    else {
      try await write(ends)
      return nil
    }
    do throws(IAPError) {
      try await write(ends + [step(next, .consumeBegins)])
    } catch {
      inFlight.putBack(next)
      throw error
    }
    return next
  }

  // MARK: The journal

  private func write(
    _ claimed: ClaimedPayment, _ kinds: JournalStep.Kind...
  ) async throws(IAPError) {
    try await write(kinds.map { step(claimed, $0) })
  }

  private func step(_ claimed: ClaimedPayment, _ kind: JournalStep.Kind) -> JournalStep {
    JournalStep(claimed.payment.paymentSeq, kind, at: realTime())
  }

  private func write(_ steps: [JournalStep]) async throws(IAPError) {
    do throws(IAPError) {
      try await journal.write(steps)
    } catch {
      stop.halt(error)
      throw error
    }
  }
}

extension ConsumeResult {
  /// The result if the journal could not be written: for the next run the outcome is unknown.
  func unrecorded(_ error: IAPError) -> ConsumeResult {
    var result = self
    result.outcome = .unknown
    result.error = IAPError(
      error.code, .payment(paymentSeq, .outcomeUnrecorded(outcome: outcome.rawValue)),
      outcome: .unknown)
    result.undoError = nil
    return result
  }
}
