package import IAPCore
import Languages

/// What a list of steps changes in a journal: the rules of what may happen to a payment that a run has
/// claimed. A journal only writes these rows.
package struct LedgerChanges {
  /// A new attempt.
  package struct Begun {
    package let id, payment: Int64
    package let action: JournalEntry.Action
    package let time: Instant
    package let priorUnknown: Bool
    package let ticket: String?
    /// What a command gets (``Purchase/recordedText``); nil for a consume.
    package let facts: String?
  }

  package struct Ended {
    package let id: Int64
    package let time: Instant
    package let outcome: String
    package let sends: Int
    package let priorUnknown: Bool
    package let error: IAPError?
    package let message: String?
    /// The number of the call.
    package let note: String?
  }

  /// The new states of the payments.
  package private(set) var payments: [Identifier: LedgerPayment] = [:]
  package private(set) var begun: [Begun] = []
  package private(set) var ended: [Ended] = []
  /// Attempts that are removed, because nothing of them was sent.
  package private(set) var withdrawn: [Int64] = []
  private let message: (IAPError) -> String
  private let number: () -> Int64

  /// - Parameters:
  ///   - claimed: the payments that the run has claimed.
  ///   - message: gives the text of an error that the journal stores.
  ///   - number: gives the number of a new attempt.
  /// - Throws: `bug` if a step cannot follow the ones before it. Then nothing may be written.
  package init(
    _ steps: [JournalStep], of claimed: [Identifier: LedgerPayment],
    message: @escaping (IAPError) -> String, number: @escaping () -> Int64
  ) throws(IAPError) {
    (self.message, self.number) = (message, number)
    payments.reserveCapacity(steps.count)
    for step in steps {
      guard var payment = payments[step.paymentSeq] ?? claimed[step.paymentSeq], !payment.isReleased
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
      payment.delivery = purchase.recordedText
      try begin(.deliver, &payment, step)
    case .consumeBegins: try begin(.consume, &payment, step)
    case .undoBegins: try begin(.undo, &payment, step)
    case .consumeWithdrawn:
      withdrawn.append(try close(.consume, &payment, step))
      payment.shown = payment.shownBefore
    case .deliveryEnds(let error): try end(.deliver, &payment, step, error)
    case .undoEnds(let error):
      try end(.undo, &payment, step, error)
      if error == nil { payment.delivery = nil }
    case .consumeEnds(let result):
      try end(
        .consume, &payment, step, result.error, result.outcome.rawValue, sends: result.attempts,
        priorUnknown: result.priorUnknown, note: Self.note(result))
      payment.conclude(result)
    case .released: payment.isReleased = !payment.hasOpenCommand
    }
  }

  /// The number of the call, and what its answer says differently from what was known.
  private static func note(_ result: ConsumeResult) -> String? {
    guard let difference = RowDifference.ofAnswer(result) else { return result.callNumber }
    let said = Language.english.text(difference.sentence)
    return [result.callNumber, said].compactMap(\.self).joined(separator: "; ")
  }

  private mutating func begin(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep
  ) throws(IAPError) {
    guard payment.open == nil else { throw Self.bug(step, "begins twice") }
    let (attempt, isConsume) = (number(), action == .consume)
    guard !isConsume || payment.outcome == nil || payment.isUnknown else {
      throw Self.bug(step, "consumes again")
    }
    begun.append(
      Begun(
        id: attempt, payment: payment.id, action: action, time: step.time,
        priorUnknown: isConsume && payment.isUnknown, ticket: payment.ticket,
        facts: isConsume ? nil : payment.delivery))
    payment.open = (attempt, action)
    payment.shownBefore = payment.shown
    if isConsume || payment.shown.isCommand { payment.shown = (attempt, !isConsume) }
  }

  /// - Parameter outcome: nil for a command.
  private mutating func end(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep,
    _ error: IAPError?, _ outcome: String? = nil, sends: Int = 0, priorUnknown: Bool = false,
    note: String? = nil
  ) throws(IAPError) {
    ended.append(
      Ended(
        id: try close(action, &payment, step), time: step.time,
        outcome: outcome ?? (error == nil ? "done" : "failed"), sends: sends,
        priorUnknown: priorUnknown, error: error, message: error.map(message), note: note))
  }

  /// Closes the open attempt, and returns its number.
  private func close(
    _ action: JournalEntry.Action, _ payment: inout LedgerPayment, _ step: JournalStep
  ) throws(IAPError) -> Int64 {
    guard let open = payment.open, open.action == action else {
      throw Self.bug(step, "ends without a beginning")
    }
    payment.open = nil
    return open.id
  }

  private static func bug(_ step: JournalStep, _ what: String) -> IAPError {
    .iapctl(.bug, .bug("payment \(step.paymentSeq): a step \(what)"))
  }
}

extension [Identifier: LedgerPayment] {
  /// Takes over the new states, after they are written.
  package mutating func apply(_ changes: LedgerChanges) {
    for (payment, state) in changes.payments {
      var state = state
      state.facts = nil
      self[payment] = state.isReleased ? nil : state
    }
  }
}
