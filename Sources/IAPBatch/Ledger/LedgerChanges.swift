import IAPCore

/// What a list of steps changes in a journal: the rules of what may happen to a payment that a run has
/// claimed. A journal only writes these rows.
struct LedgerChanges {
  /// A new attempt.
  struct Begun {
    let id, payment: Int64
    let action: JournalEntry.Action
    let time: Instant
    let priorUnknown: Bool
    let ticket: String?
    /// What a command gets (``Purchase/recordedText``); nil for a consume.
    let facts: String?
  }

  /// The end of an attempt.
  struct Ended {
    let id: Int64
    let time: Instant
    let outcome: String
    let sends: Int
    let priorUnknown: Bool
    let error: IAPError?
    let message: String?
    /// The number of the call.
    let note: String?
  }

  /// The new states of the payments.
  private(set) var payments: [Identifier: LedgerPayment] = [:]
  private(set) var begun: [Begun] = []
  private(set) var ended: [Ended] = []
  /// Attempts that are removed, because nothing of them was sent.
  private(set) var withdrawn: [Int64] = []
  private let message: (IAPError) -> String
  private let number: () -> Int64

  /// - Parameters:
  ///   - claimed: the payments that the run has claimed.
  ///   - message: gives the text of an error that the journal stores.
  ///   - number: gives the number of a new attempt.
  /// - Throws: `bug` if a step cannot follow the ones before it. Then nothing may be written.
  init(
    _ steps: [JournalStep], of claimed: [Identifier: LedgerPayment],
    message: @escaping (IAPError) -> String, number: @escaping () -> Int64
  ) throws(IAPError) {
    (self.message, self.number) = (message, number)
    for step in steps {
      guard var payment = payments[step.paymentSeq] ?? claimed[step.paymentSeq],
        !payment.isReleased
      else { throw Self.bug(step, "is recorded without a claim") }
      try apply(step, to: &payment)
      payments[step.paymentSeq] = payment
    }
  }

  private mutating func apply(
    _ step: JournalStep, to payment: inout LedgerPayment
  ) throws(IAPError) {
    switch step.kind {
    case .described(let facts): payment.describe(facts)
    case .deliveryBegins(let purchase):
      (payment.isDelivered, payment.delivery) = (false, purchase.recordedText)
      try begin(.deliver, &payment, step)
    case .consumeBegins: try begin(.consume, &payment, step)
    case .undoBegins:
      try begin(.undo, &payment, step)
      payment.isDelivered = false
    case .consumeWithdrawn:
      withdrawn.append(try close(.consume, &payment, step))
      (payment.latest, payment.showsDelivery) = payment.before
    case .deliveryEnds(let error):
      try end(.deliver, &payment, step, JournalStep.outcome(error), error)
      payment.isDelivered = error == nil
    case .undoEnds(let error):
      try end(.undo, &payment, step, JournalStep.outcome(error), error)
      if error == nil { payment.delivery = nil }
    case .consumeEnds(let result):
      try end(
        .consume, &payment, step, result.outcome.rawValue, result.error, sends: result.attempts,
        priorUnknown: result.priorUnknown, note: result.callNumber)
      payment.conclude(result)
    case .released: payment.isReleased = true
    }
  }

  private mutating func begin(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep
  ) throws(IAPError) {
    guard payment.open == nil else { throw Self.bug(step, "begins twice") }
    let isKnown = payment.outcome == .consumed || payment.outcome == .alreadyConsumed
    guard action != .consume || !isKnown else { throw Self.bug(step, "consumes again") }
    let attempt = number()
    begun.append(
      Begun(
        id: attempt, payment: payment.id, action: action, time: step.time,
        priorUnknown: action == .consume && payment.isUnknown, ticket: payment.ticket,
        facts: action == .consume ? nil : payment.delivery))
    (payment.open, payment.openAction) = (attempt, action)
    payment.before = (payment.latest, payment.showsDelivery)
    guard action == .consume || payment.showsDelivery else { return }
    (payment.latest, payment.showsDelivery) = (attempt, action != .consume)
  }

  private mutating func end(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep,
    _ outcome: String, _ error: IAPError?,
    sends: Int = 0, priorUnknown: Bool = false, note: String? = nil
  ) throws(IAPError) {
    let attempt = try close(action, &payment, step)
    ended.append(
      Ended(
        id: attempt, time: step.time, outcome: outcome, sends: sends, priorUnknown: priorUnknown,
        error: error, message: error.map(message), note: note))
  }

  /// Closes the open attempt, and returns its number.
  private func close(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep
  ) throws(IAPError) -> Int64 {
    guard let attempt = payment.open, payment.openAction == action else {
      throw Self.bug(step, "ends without a beginning")
    }
    (payment.open, payment.openAction) = (nil, nil)
    return attempt
  }

  private static func bug(_ step: JournalStep, _ what: String) -> IAPError {
    .iapctl(.bug, .bug("payment \(step.paymentSeq): a step \(what)"))
  }
}

extension [Identifier: LedgerPayment] {
  /// Takes over the new states, after they are written.
  mutating func apply(_ changes: LedgerChanges) {
    for (payment, state) in changes.payments {
      var state = state
      state.facts = nil
      self[payment] = state.isReleased ? nil : state
    }
  }
}
