package import IAPCore

/// What a batch would do, computed from the journal and the users' unconsumed lists. Nothing is
/// claimed, sent or written.
package struct BatchPreview {
  private let journal: (any Journal)?
  private let server: ServerName
  private let resumes: Bool
  private let canUndo: Bool
  let lookup: PurchaseLookup

  /// - Parameters:
  ///   - journal: nil if the run would keep no journal.
  ///   - resumes: whether the run would settle what earlier runs left unknown.
  ///   - canUndo: whether the run would take items back.
  package init(
    _ lookup: PurchaseLookup, service: any IAPService, journal: (any Journal)?, resumes: Bool,
    canUndo: Bool = false
  ) {
    (self.lookup, self.journal, self.resumes) = (lookup, journal, resumes)
    self.canUndo = canUndo
    server = service.server
  }

  /// The payments that a run would send, as far as the journal decides.
  func sendable(_ payments: [Payment]) async throws(IAPError) -> [Payment] {
    try await claimed(payments).filter { $0.unsentResult(resumes: resumes) == nil }.map(\.payment)
  }

  private func claimed(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    let claims = try await journal?.claims(
      of: payments.map(\.number), at: server, settles: resumes)
    return payments.map { ClaimedPayment($0, claims?[$0.number] ?? .new) }
  }

  /// What a run would do with each payment, in the same order.
  package func steps(for payments: [Payment]) async throws(IAPError) -> [BatchStep] {
    let claimed = try await claimed(payments)
    let unsent = claimed.map { $0.unsentResult(resumes: resumes) }
    let wanted = zip(claimed, unsent).filter { $1 == nil && !$0.isUndoLeft }.map(\.0.payment)
    var found = await lookup.completed(wanted, isWanted: true)[...]
    return zip(claimed, unsent).map { claimed, result in
      if let result { return .result(result) }
      var claimed = claimed
      if claimed.isUndoLeft { return undo(claimed) }
      switch found.popFirst() {
      case .success(let payment): claimed.payment = payment
      case .failure(let error) where claimed.canDoWithoutList(lookup.needsToken, error): break
      case .failure(let error): return .result(claimed.unsent(error))
      case nil: break
      }
      return .send(claimed)
    }
  }

  private func undo(_ claimed: ClaimedPayment) -> BatchStep {
    canUndo ? .undo(claimed) : .result(claimed.withoutUndo)
  }
}
