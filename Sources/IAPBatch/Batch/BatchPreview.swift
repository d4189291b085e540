package import IAPCore

/// What a batch would do, computed from the journal and the users' unconsumed lists. Nothing is
/// claimed, sent or written.
package struct BatchPreview {
  private let journal: (any Journal)?
  private let issuer: Issuer
  private let rules: ClaimRules
  let lookup: PurchaseLookup

  /// - Parameters:
  ///   - journal: nil if the run would keep no journal.
  ///   - rules: those of the run.
  package init(
    _ lookup: PurchaseLookup, issuer: Issuer, journal: (any Journal)?, rules: ClaimRules
  ) {
    (self.lookup, self.issuer, self.journal, self.rules) = (lookup, issuer, journal, rules)
  }

  /// The payments that a run would send, as far as the journal decides.
  func sendable(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    try await claimed(payments).filter { $0.unsentResult(resumes: rules.settles) == nil }
  }

  /// Throws if a payment that would be sent contradicts what was delivered for it.
  package func check(_ payments: [Payment]) async throws(IAPError) {
    for payment in try await sendable(payments) {
      if let contradiction = payment.contradiction { throw contradiction }
    }
  }

  private func claimed(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    let claims = try await journal?.claims(
      of: payments.map(\.number), at: issuer, rules)
    return payments.map { ClaimedPayment($0, claims?[$0.number] ?? .new) }
  }

  /// What a run would do with each payment, in the same order.
  package func steps(for payments: [Payment]) async throws(IAPError) -> [BatchStep] {
    let claimed = try await claimed(payments)
    let unsent = claimed.map { claimed in
      claimed.unsentResult(resumes: rules.settles) ?? claimed.contradiction.map(claimed.unsent)
    }
    let wanted = zip(claimed, unsent).filter { $1 == nil }.map(\.0.payment)
    var found = await lookup.completed(wanted, isWanted: true)[...]
    return zip(claimed, unsent).map { claimed, result in
      if let result { return .result(result) }
      var claimed = claimed
      switch found.popFirst() {
      case .success(let payment): claimed.payment = payment
      case .failure(let error): return .result(claimed.unsent(error))
      case nil: break
      }
      if let contradiction = claimed.contradiction { return .result(claimed.unsent(contradiction)) }
      return .send(claimed)
    }
  }
}
