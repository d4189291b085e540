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

  /// Delivers the item, waits until a request may be sent, and writes the intent.
  private func begin(_ claimed: inout ClaimedPayment) async throws(IAPError) {
    try await deliver(&claimed)
    if await !limiter.acquire(waiting: stop.wait), let busy = outage.busy { stop.halt(busy) }
    try stop.check()
    try await write(claimed, .consumeBegins)
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
    var result = ConsumeResult(claimed, call)
    var earlierAttempts = 0
    do throws(IAPError) {
      var pauses = settleLimit.map { SettlePauses(until: stop.now + $0) }
      while result.outcome == .unknown, !call.stopsBatch, !call.isRefusal,
        let moment = pauses?.next(after: stop.now), await waitToSettle(until: moment)
      {
        try await write(claimed, .consumeEnds(result), .consumeBegins)
        try requireLease()
        // Until here, the result itself counts its attempts.
        earlierAttempts += result.attempts
        claimed.priorUnknown = true
        claimed.isProvenUnconsumed = await isProvenUnconsumed(claimed)
        call = await send(claimed)
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
    guard let deliverer, !claimed.isDelivered else { return }
    let item = claimed.item(forUndo: false)
    claimed.deliver(item)
    try await write(claimed, .deliveryBegins(item.purchase))
    do throws(IAPError) {
      try journal.requireLease(for: deliverer.limit)
      try await deliverer.deliver(item, keeping: await journal.lock)
    } catch {
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
  /// but a clear answer proves nothing. The consume is sent in any case.
  private func isProvenUnconsumed(_ claimed: ClaimedPayment) async -> Bool {
    guard claimed.priorUnknown, service.traits.readsTokens,
      let token = claimed.payment.accessToken
    else { return false }
    let answer = try? await service.transaction(of: token)
    return answer?.provesUnconsumed(claimed.payment.paymentSeq) ?? false
  }

  /// - Returns: whether to send the consume again, to settle the unknown outcome.
  private func waitToSettle(until moment: Duration) async -> Bool {
    guard await stop.waitToSettle(until: moment),
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

/// The times at which an unknown payment is sent again. Each pause is twice as long as the one
/// before: 1 s, 2 s, 4 s, up to 30 s.
private struct SettlePauses {
  private static let longest = Duration.seconds(30)

  private let end: Duration
  private var pause = Duration.seconds(1)

  init(until end: Duration) { self.end = end }

  /// The next time, the last one at the end; nil after the end.
  mutating func next(after now: Duration) -> Duration? {
    let moment = min(now + pause, end)
    guard moment > now else { return nil }
    pause = min(pause * 2, Self.longest)
    return moment
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
