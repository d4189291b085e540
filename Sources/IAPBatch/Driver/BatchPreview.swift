package import IAPCore

/// What a batch would do, computed from the journal and the users' unconsumed lists. Nothing is
/// claimed, sent or written.
package struct BatchPreview {
  private let journal: (any Journal)?
  private let issuer: Issuer
  let rules: BatchRules
  let lookup: PurchaseLookup

  /// - Parameters:
  ///   - journal: nil if the run would keep no journal.
  ///   - rules: those of the run.
  package init(
    _ lookup: PurchaseLookup, issuer: Issuer, journal: (any Journal)?, _ rules: BatchRules
  ) {
    (self.lookup, self.issuer, self.journal, self.rules) = (lookup, issuer, journal, rules)
  }

  /// The payments that a run would send, as far as the journal decides.
  func sendable(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    try await claimed(payments).filter { $0.unsentResult(resumes: rules.resumes) == nil }
  }

  func claimed(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    zip(payments, try await claims(of: payments)).map { ClaimedPayment($0, $1) }
  }

  /// Throws if a payment that would be sent contradicts what was delivered for it.
  package func check(_ payments: [Payment]) async throws(IAPError) {
    for payment in try await sendable(payments) {
      if let contradiction = payment.contradiction { throw contradiction }
    }
  }

  /// Whether the journal has any of these payments.
  func knows(_ numbers: [Identifier]) async throws(IAPError) -> Bool {
    try await journal?.claims(of: numbers, at: issuer, rules.claims).isEmpty == false
  }

  private func claims(of payments: [Payment]) async throws(IAPError) -> [Claim] {
    let claims = try await journal?.claims(of: payments.map(\.number), at: issuer, rules.claims)
    return payments.map { claims?[$0.number] ?? .new }
  }

  /// What a run would do with each payment, in the same order. All are looked up.
  package func outcomes(of payments: [Payment]) async throws(IAPError) -> [Intake.Outcome] {
    var rules = rules
    rules.commands = rules.commands ?? BatchRules.Commands(limit: .zero, canUndo: false)
    let claims = try await claims(of: payments)
    var intake = Intake(rules, lists: lookup.lists)
    _ = intake.read(payments, stoppedBy: nil)
    let (find, done) = intake.claimed(.success(claims), stoppedBy: nil)
    if !find.isEmpty { return done + intake.found(await lookup.service.consumable(find)) }
    await lookup.ask(for: intake.wanted)
    return done + intake.completed(with: lookup.lists, stoppedBy: lookup.stopReason)
  }
}
