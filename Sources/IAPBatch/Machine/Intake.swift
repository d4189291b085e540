import IAPCore

/// The payments of a batch on their way in: read in groups, claimed in the journal, and completed with
/// what the unconsumed lists say of them.
package struct Intake: Sendable {
  /// The number of payments that are read and claimed together.
  package static let groupSize = 256

  /// What becomes of a payment.
  package enum Outcome: Sendable {
    case send(ClaimedPayment, recording: [JournalStep.Kind])
    /// The payment must not be sent, and this is its result.
    indirect case result(ConsumeResult, recording: [JournalStep.Kind])
  }

  private enum Phase: Sendable {
    case idle, reading, ended
    case claiming([Payment])
    /// Asking for lists, or looking up by number.
    case completing([ClaimedPayment?], done: [Outcome?])
  }

  private let rules: BatchRules
  private(set) var lists: PurchaseLists
  private var phase = Phase.idle
  /// The number of payments that were read.
  private var count = 0
  private var unasked: ArraySlice<PurchaseLists.Place> = []
  private var asked = 0

  init(_ rules: BatchRules, lists: PurchaseLists) { (self.rules, self.lists) = (rules, lists) }

  var isEnded: Bool { if case .ended = phase { true } else { false } }
  var isIdle: Bool { if case .idle = phase { true } else { false } }

  mutating func beginReading() { phase = .reading }

  /// - Parameter reason: why the batch has stopped.
  /// - Returns: the payments to claim, or what becomes of them.
  mutating func read(
    _ payments: [Payment], stoppedBy reason: IAPError?
  ) -> (claim: [Payment], done: [Outcome]) {
    guard !payments.isEmpty else {
      phase = .ended
      return ([], [])
    }
    if let reason { return ([], refuse(payments, reason)) }
    phase = .claiming(payments)
    return (payments, [])
  }

  private mutating func refuse(_ payments: [Payment], _ reason: IAPError) -> [Outcome] {
    defer { (phase, count) = (.idle, count + payments.count) }
    return payments.enumerated().map { offset, payment in
      .result(ClaimedPayment(payment, index: count + offset).unsent(reason), recording: [])
    }
  }

  // MARK: Claims

  /// Takes the answer of the journal.
  ///
  /// - Returns: the payments to look up by number.
  mutating func claimed(_ answer: Result<[Claim], IAPError>, stoppedBy reason: IAPError?) -> (
    find: [Payment], done: [Outcome]
  ) {
    guard case .claiming(let payments) = phase else { return ([], []) }
    switch answer {
    case .failure(let error): return ([], refuse(payments, reason ?? error))
    case .success(let claims): return prepare(payments, claims)
    }
  }

  private mutating func prepare(
    _ payments: [Payment], _ claims: [Claim]
  ) -> (find: [Payment], done: [Outcome]) {
    var (granted, done): ([ClaimedPayment?], [Outcome?]) = ([], [])
    granted.reserveCapacity(payments.count)
    done.reserveCapacity(payments.count)
    for (payment, claim) in zip(payments, claims) {
      let claimed = ClaimedPayment(payment, claim, index: count)
      count += 1
      let outcome = unsentOutcome(claimed)
      granted.append(outcome == nil ? claimed : nil)
      done.append(outcome)
    }
    phase = .completing(granted, done: done)
    let wanted = wanted
    (unasked, asked) = (lists.missing(for: wanted)[...], 0)
    if lists.areNeeded || rules.commands == nil || wanted.isEmpty { return ([], []) }
    asked = 1
    return (wanted, [])
  }

  private func unsentOutcome(_ claimed: ClaimedPayment) -> Outcome? {
    if let result = claimed.unsentResult(resumes: rules.resumes) {
      return .result(result, recording: [])
    }
    return claimed.contradiction.map { .result(claimed.unsent($0), recording: [.released]) }
  }

  var wanted: [Payment] {
    guard case .completing(let granted, _) = phase else { return [] }
    return granted.compactMap { $0?.payment }
  }

  // MARK: Lists

  /// Whether a list is still to be asked for.
  var hasUnasked: Bool { !unasked.isEmpty && asked < rules.concurrency }

  mutating func nextPlace() -> PurchaseLists.Place? {
    guard hasUnasked else { return nil }
    asked += 1
    return unasked.popFirst()
  }

  mutating func listed(_ place: PurchaseLists.Place, _ list: UnconsumedList) {
    asked -= 1
    lists.add(list, of: place)
  }

  /// What becomes of the group, as soon as its lists are there.
  ///
  /// - Parameter reason: why the batch has stopped: no more lists are asked for.
  mutating func completed(stoppedBy reason: IAPError?) -> [Outcome] {
    guard case .completing(let granted, let done) = phase else { return [] }
    if reason != nil { unasked = [] }
    guard unasked.isEmpty, asked == 0 else { return [] }
    phase = .idle
    return zip(granted, done).compactMap { claimed, outcome in
      outcome ?? claimed.map { self.outcome(of: $0, lists.completed($0.payment, orElse: reason)) }
    }
  }

  /// What becomes of the group, with lists that were asked for elsewhere.
  mutating func completed(with lists: PurchaseLists, stoppedBy reason: IAPError?) -> [Outcome] {
    (self.lists, unasked) = (lists, [])
    return completed(stoppedBy: reason)
  }

  /// Takes the purchases that were looked up by number.
  mutating func found(_ answers: [Result<Purchase, IAPError>]) -> [Outcome] {
    guard case .completing(let granted, let done) = phase else { return [] }
    (phase, asked) = (.idle, 0)
    var answers = answers[...]
    return zip(granted, done).compactMap { claimed, outcome in
      outcome
        ?? claimed.map { claimed in
          let payment = claimed.payment
          let missing = IAPError.iapctl(.paymentNotFound, .payment(payment.paymentSeq, .notFound))
          let found = (answers.popFirst() ?? .failure(missing)).map { payment.confirmed(by: $0) }
          return self.outcome(of: claimed, found)
        }
    }
  }

  private func outcome(
    of claimed: ClaimedPayment, _ found: Result<Payment, IAPError>
  ) -> Outcome {
    var claimed = claimed
    switch found {
    case .success(let payment):
      let isNew = payment != claimed.payment && payment.purchase != claimed.payment.purchase
      let steps: [JournalStep.Kind] = isNew ? [.described(payment)] : []
      if isNew { claimed.payment = payment }
      guard let contradiction = claimed.contradiction else {
        return .send(claimed, recording: steps)
      }
      return .result(claimed.unsent(contradiction), recording: steps + [.released])
    case .failure(let error):
      let result = claimed.unsent(error)
      // This settles the outcome that an earlier run left unknown.
      let settles = result.outcome == .alreadyConsumed && result.priorUnknown
      return .result(
        result, recording: (settles ? [.consumeBegins, .consumeEnds(result)] : []) + [.released])
    }
  }
}
