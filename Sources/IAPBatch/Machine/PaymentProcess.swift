import IAPCore

/// One payment in flight: its item is delivered, the payment is consumed, and the item is taken back if
/// the consume was refused. Each step is in the journal before the next one begins.
struct PaymentProcess: Sendable {
  var claimed: ClaimedPayment
  var phase = Phase.ready
  private var attempts: CallAttempts
  /// The last attempt, while there may be another one.
  private var last: AttemptResult<ConsumeReceipt>?
  private var callNumber: String?
  var pauses: SettlePauses?
  /// The result so far.
  var result: ConsumeResult?
  /// How often it was sent by calls before the present one.
  private var earlierAttempts = 0

  init(_ claimed: ClaimedPayment) {
    self.claimed = claimed
    attempts = CallAttempts(until: .zero)
  }

  /// Whether the outcome is known, and only has to be written and reported.
  var isEnding: Bool {
    switch phase {
    case .leaving, .outcomeEnds, .undoEnds, .over: true
    default: false
    }
  }

  mutating func take(_ input: Input, _ batch: inout BatchConditions) -> Next {
    switch (phase, input) {
    case (.ready, .begun): return begin(batch.rules)
    case (.deliveryBegins, .committed(nil)): return deliver(&batch)
    case (.delivering, .commandEnded(let error)): return delivered(error)
    case (.deliveryEnds, .committed(nil)), (.withdrawn, .committed(nil)): return awaitTurn()
    case (.turn, .turn):
      phase = .intent
      return .commit([.consumeBegins])
    case (.turn, .stopped): return leave(batch.stops.reason, [.released])
    case (.intent, .committed(nil)):
      phase = .intended
      // A payment that is consumed again has its room already.
      return result == nil ? .room : requestProof(&batch)
    case (.intended, .room), (.holding, .moment): return requestProof(&batch)
    case (.intended, .shut):
      phase = .withdrawn
      return .commit([.consumeWithdrawn])
    case (.intended, .stopped): return leave(batch.stops.reason, [.consumeWithdrawn, .released])
    // The outcome is durable, or nothing was learned. If this write fails, it stops the batch but does not
    // change the result.
    case (.leaving, .committed), (.undoEnds, .committed): return end(result)
    case (.probing(let isAtRest), .probed(let answer)):
      claimed.isProvenUnconsumed = isAtRest && answer?.provesUnconsumed(claimed.payment) == true
      return batch.pace.isPaused(at: batch.now) ? hold(&batch) : beginCall(&batch)
    case (.holding, .stopped): return hold(&batch)
    case (.sent, .answered(let attempt)): return answered(attempt, &batch)
    case (.pausing, _) where input.endsWait:
      return last.map { tryAgain(after: $0, input, &batch) } ?? .nothing
    case (.unsettled, .settle(let end)): return beginSettling(until: end, &batch)
    case (.unsettled, .stopped): return stopSettling(&batch)
    case (.settling(let isTurn), _) where input.endsWait: return settle(isTurn, input, &batch)
    case (.outcomeEnds, .committed(let error)): return recorded(error)
    case (.undoBegins, .committed(let error)):
      return error == nil ? undo(&batch) : recorded(error)
    case (.undoing, .commandEnded(let error)): return undone(error)
    case (_, .committed(let error?)): return notWritten(error)
    default: return .nothing
    }
  }

  // MARK: The delivery

  private mutating func begin(_ rules: BatchRules) -> Next {
    guard rules.commands != nil else { return awaitTurn() }
    let item = claimed.item(forUndo: false)
    claimed.deliver(item)
    phase = .deliveryBegins
    return .commit([.deliveryBegins(item.purchase)])
  }

  private mutating func deliver(_ batch: inout BatchConditions) -> Next {
    if let problem = batch.leaseProblem(for: batch.rules.commands?.limit) {
      return leave(problem, [.deliveryEnds(problem), .released])
    }
    phase = .delivering
    return .deliver(claimed.item(forUndo: false))
  }

  private mutating func delivered(_ error: IAPError?) -> Next {
    guard let error else {
      claimed.isDelivered = true
      phase = .deliveryEnds
      return .commit([.deliveryEnds(nil)])
    }
    // A command that may still be at work has no recorded end.
    guard error.outcome == .notApplied else { return leave(error.forUnsent, [.released]) }
    return leave(error, [.deliveryEnds(error), .released])
  }

  private mutating func awaitTurn() -> Next {
    phase = .turn
    return .turn(until: nil)
  }

  /// Gives the payment up before its request is sent.
  ///
  /// - Parameter reason: nil if the batch goes on.
  private mutating func leave(_ reason: IAPError?, _ steps: [JournalStep.Kind]) -> Next {
    guard let reason else { return .nothing }
    phase = .leaving
    // A payment that is settled keeps what earlier calls showed.
    if result == nil {
      result = claimed.unsent(reason)
    } else {
      result?.attempts += earlierAttempts
    }
    return .commit(steps)
  }

  private mutating func notWritten(_ error: IAPError) -> Next {
    guard var result else { return end(claimed.unsent(error)) }
    result.attempts += earlierAttempts
    return end(result.unrecorded(error))
  }

  private mutating func end(_ result: ConsumeResult?) -> Next {
    phase = .over
    return result.map { .end($0) } ?? .nothing
  }

  // MARK: The consume

  /// Asks whether the server proves that no earlier call has consumed the payment, if one may have.
  /// Anything but a clear answer proves nothing, and no answer does while an earlier call may be at work.
  /// The consume is sent in any case.
  private mutating func requestProof(_ batch: inout BatchConditions) -> Next {
    guard claimed.priorUnknown, batch.rules.readsTokens, let token = claimed.payment.accessToken
    else {
      return beginCall(&batch)
    }
    if let next = endOfLease(&batch) { return next }
    phase = .probing(isAtRest: claimed.isAtRest(at: batch.present.realTime, batch.now))
    return .probe(token)
  }

  /// Sends nothing before the time that the answer about the token asked for.
  private mutating func hold(_ batch: inout BatchConditions) -> Next {
    if let busy = batch.pace.refusal(at: batch.now) { batch.stops.halt(busy) }
    let isLate = pauses.map { batch.pace.pauseEnd > $0.end } ?? false
    guard let reason = batch.stops.reason ?? (isLate ? batch.pace.asking : nil) else {
      phase = .holding
      return .wait(until: batch.pace.opening)
    }
    return leave(reason, [.consumeWithdrawn, .released])
  }

  private mutating func beginCall(_ batch: inout BatchConditions) -> Next {
    if let next = endOfLease(&batch) { return next }
    attempts = CallAttempts(until: batch.now + batch.rules.policy.limit)
    callNumber = nil
    batch.budget.begin()
    // Until here, the result itself counts its attempts.
    earlierAttempts += result?.attempts ?? 0
    result = nil
    return send()
  }

  private mutating func send() -> Next {
    phase = .sent
    return .send(
      ConsumeAttempt(
        claimed.payment, number: attempts.number, callNumber: callNumber, until: attempts.end))
  }

  /// The end of the payment if nothing may be sent because other machines may have its claim. Its intent
  /// is durable.
  private mutating func endOfLease(_ batch: inout BatchConditions) -> Next? {
    guard let problem = batch.leaseProblem() else { return nil }
    var result = result ?? claimed.unsent(problem)
    result.attempts += earlierAttempts
    return end(result.unrecorded(problem))
  }

  private mutating func answered(
    _ attempt: AttemptResult<ConsumeReceipt>, _ batch: inout BatchConditions
  ) -> Next {
    callNumber = attempt.callNumber
    let isFirst = attempts.number == 1
    let wait = attempts.wait(
      after: attempt, batch.rules.policy, random: attempt.again == .later ? batch.nextRandom() : 0)
    batch.pace.adapt(toStatus: attempt.status, wait, attempt.pause, at: batch.now)
    guard let wait, batch.budget.allowsRetry(isFirst: isFirst) else {
      return ended(attempts.result(of: attempt), &batch)
    }
    (phase, last) = (.pausing, attempt)
    let moment = max(batch.now + wait, batch.pace.pauseEnd)
    guard moment < attempts.end, batch.stops.asked == nil else {
      return ended(attempts.result(of: attempt), &batch)
    }
    return .wait(until: moment)
  }

  private mutating func tryAgain(
    after attempt: AttemptResult<ConsumeReceipt>, _ input: Input, _ batch: inout BatchConditions
  ) -> Next {
    guard batch.stops.asked == nil, batch.now < attempts.end,
      batch.pace.refusal(at: batch.now) == nil
    else { return ended(attempts.result(of: attempt), &batch) }
    switch input {
    case .moment where batch.pace.opening < attempts.end: return .turn(until: attempts.end)
    case .moment: return ended(attempts.result(of: attempt), &batch)
    case .turn where batch.leaseProblem() == nil:
      attempts.goOn(after: attempt)
      return send()
    case .turn: return ended(attempts.result(of: attempt), &batch)
    default: return .nothing
    }
  }

  /// The call has ended: its outcome is settled, or written.
  private mutating func ended(
    _ call: CallResult<ConsumeReceipt>, _ batch: inout BatchConditions
  ) -> Next {
    if call.stopsBatch, case .failure(let error) = call.result { batch.stops.halt(error) }
    if let busy = batch.pace.refusal(at: batch.now) { batch.stops.halt(busy) }
    var result = ConsumeResult(claimed, call)
    // A service that is down is found out by the first answers, not by what is settled afterwards.
    if pauses == nil, let outage = batch.outage.reason(after: result) { batch.stops.halt(outage) }
    if result.outcome == .unknown, !call.stopsBatch, !call.isRefusal, !batch.stops.endsSettling,
      batch.settleTime.isLeft(at: batch.now)
    {
      if result.isCutOff { claimed.ownCutOff = batch.now }
      if let next = awaitSettling(result, &batch) { return next }
    }
    return conclude(&result, batch.rules)
  }

  // MARK: The end

  /// Writes the outcome. If the consume was refused, the item is taken back.
  mutating func conclude(_ result: inout ConsumeResult, _ rules: BatchRules) -> Next {
    self.result = result
    let isTakenBack = rules.commands?.canUndo == true && result.outcome == .refused
    phase = isTakenBack ? .undoBegins : .outcomeEnds
    return .commit([.consumeEnds(result), isTakenBack ? .undoBegins : .released])
  }

  private mutating func recorded(_ error: IAPError?) -> Next {
    guard var result = result.take() else { return .nothing }
    if let error { result = result.unrecorded(error) }
    result.attempts += earlierAttempts
    return end(result)
  }

  private mutating func undo(_ batch: inout BatchConditions) -> Next {
    if let problem = batch.leaseProblem(for: batch.rules.commands?.limit) {
      return undone(problem)
    }
    phase = .undoing
    return .undo(claimed.item(forUndo: true))
  }

  private mutating func undone(_ error: IAPError?) -> Next {
    result?.undoError = error?.outcome == .unknown ? error?.forUnsent : error
    result?.delivery = error == nil ? .takenBack : .undoFailed
    result?.attempts += earlierAttempts
    // A command that may still be at work has no recorded end.
    if error?.outcome == .unknown { return end(result) }
    phase = .undoEnds
    return .commit([.undoEnds(error), .released])
  }
}
