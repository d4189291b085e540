package import IAPCore

/// What a batch would do, computed from the journal and the users' unconsumed lists. Nothing is
/// claimed, sent or written.
package struct BatchPreview {
  private let journal: (any Journal)?
  private let server: ServerName
  private let resumes: Bool
  let lookup: PurchaseLookup

  /// - Parameters:
  ///   - journal: nil if the run would keep no journal.
  ///   - resumes: whether the run would settle what earlier runs left unknown.
  package init(
    _ lookup: PurchaseLookup, service: any IAPService, journal: (any Journal)?, resumes: Bool
  ) {
    (self.lookup, self.journal, self.resumes) = (lookup, journal, resumes)
    server = ServerName(origin: service.origin)
  }

  /// The payments that a run would send, as far as the journal decides.
  func sendable(_ payments: [Payment]) async throws(IAPError) -> [Payment] {
    try await claimed(payments).filter { $0.refused(resumes: resumes) == nil }.map(\.payment)
  }

  private func claimed(_ payments: [Payment]) async throws(IAPError) -> [ClaimedPayment] {
    let known = try await journal?.known(payments.map(\.number), at: server) ?? [:]
    return payments.map { ClaimedPayment($0, claim(known[$0.number])) }
  }

  /// What a run would do with each payment, in the same order.
  package func steps(for payments: [Payment]) async throws(IAPError) -> [BatchStep] {
    let claimed = try await claimed(payments)
    let refused = claimed.map { $0.refused(resumes: resumes) }
    let wanted = zip(payments, refused).filter { $1 == nil }.map(\.0)
    var found = await lookup.completed(wanted, isWanted: true)[...]
    return zip(claimed, refused).map { claimed, result in
      if let result { return .result(result) }
      var claimed = claimed
      switch found.popFirst() {
      case .success(let payment): claimed.payment = payment
      case .failure(let error): return .result(ConsumeResult(claimed, .notSent(error)))
      case nil: break
      }
      return .send(claimed)
    }
  }

  /// The claim that a run would get, if the journal knows this of the payment.
  private func claim(_ known: Claim?) -> Claim {
    switch known {
    case .unknown where resumes: .granted(priorUnknown: true, isDelivered: false)
    case nil: .granted(priorUnknown: false, isDelivered: false)
    case let known?: known
    }
  }
}
