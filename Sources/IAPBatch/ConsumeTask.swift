import IAPCore

/// What is done with one payment, each step written down before the next: deliver, consume, and
/// take back if the consume was refused.
struct ConsumeTask: Sendable {
  let service: any IAPService
  let journal: JournalWriter
  let deliverer: (any Deliverer)?
  let pace: RateLimiter
  let stop: BatchStop
  let outage: OutageWatch
  let settling: Settling?
  let realTime: @Sendable () -> Instant

  func result(for claimed: ClaimedItem) async -> ConsumeResult {
    var isDelivered = claimed.isDelivered
    do throws(IAPError) {
      try stop.check()
      try await deliver(claimed)
      isDelivered = deliverer != nil
      if await !pace.turn(while: { stop.reason == nil }) {
        if let busy = outage.busy { stop.halt(busy) }
        try stop.check()
      }
      try await write(claimed, .consumeBegins)
    } catch {
      await letGo(of: claimed)
      var result = claimed.notSent(error)
      result.isDeliveredOnly = isDelivered && result.outcome == .notSent
      return result
    }
    var answers = SentAnswers(await send(claimed))
    do throws(IAPError) {
      try await settle(&answers, claimed)
      if let reason = outage.reason(after: answers.last) { stop.halt(reason) }
      return answers.total(try await concluded(answers.last, claimed))
    } catch {
      return answers.total(answers.last.unrecorded(error))
    }
  }

  // MARK: Steps

  private func deliver(_ claimed: ClaimedItem) async throws(IAPError) {
    guard let deliverer, !claimed.isDelivered else { return }
    try await write(claimed, .deliveryBegins)
    do throws(IAPError) {
      try await deliverer.deliver(claimed.item)
    } catch {
      try await write(claimed, .deliveryEnds(error))
      throw error
    }
    try await write(claimed, .deliveryEnds(nil))
  }

  func send(_ claimed: ClaimedItem) async -> SentAnswers.Answer {
    let request = claimed.item.request
    let answer = await service.consume([request]).first ?? .missing
    if answer.stopsBatch, case .failure(let error) = answer.result { stop.halt(error) }
    if let busy = outage.busy { stop.halt(busy) }
    return SentAnswers.Answer(
      result: ConsumeResult(
        claimed.paymentSeq, answer.settled(for: request), of: claimed.item.known),
      isFinal: answer.stopsBatch || answer.isRefusal)
  }

  /// Writes the outcome down; whoever reads the result may rely on it then.
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
    // The outcome is on the disk: what cannot be written behind it stops the batch, no more.
    try? await write(claimed, .undoEnds(result.undoError), .released)
    return result
  }

  /// Only a refusal takes an item back; that the payment was consumed before is one, unless that
  /// may have been ourselves.
  private func isToBeUndone(_ result: ConsumeResult) -> Bool {
    switch result.outcome {
    case .refused: true
    case .alreadyConsumed: !result.priorUnknown
    case .consumed, .notSent, .unknown, .skipped: false
    }
  }

  // MARK: The journal

  func write(
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

  /// Others may have it; where that cannot be written, the end of the run says the same.
  private func letGo(of claimed: ClaimedItem) async {
    try? await write(claimed, .released)
  }
}

extension ConsumeResult {
  /// A result that the journal could not be told: for the next run it is open.
  func unrecorded(_ error: IAPError) -> ConsumeResult {
    ConsumeResult(
      paymentSeq, .unknown, userID: userID, priorUnknown: priorUnknown, attempts: attempts,
      error: IAPError(
        error.code, .payment(paymentSeq, .outcomeUnrecorded(outcome: outcome.rawValue)),
        outcome: .unknown),
      receipt: receipt)
  }
}
