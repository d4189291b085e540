package import IAPCore

/// What a batch would do, computed from the journal and the users' unconsumed lists. Nothing is
/// claimed, sent or written.
package struct BatchPreview {
  package enum Step: Sendable {
    /// The payment would be sent.
    case send(BatchItem)
    /// The payment would not be sent, and would have this result.
    case result(ConsumeResult)
  }

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
  func sendable(_ items: [BatchItem]) async throws(IAPError) -> [BatchItem] {
    let claims = try await claims(of: items)
    return zip(items, claims).filter { $1.result(of: $0, resumes: resumes) == nil }.map(\.0)
  }

  private func claims(of items: [BatchItem]) async throws(IAPError) -> [Claim] {
    let numbers = items.map(\.request.paymentSeq.withoutLeadingZeros)
    let known = try await journal?.known(numbers, at: server) ?? [:]
    return numbers.map { claim(known[$0]) }
  }

  /// The step for each payment, in the order of `items`.
  package func steps(for items: [BatchItem]) async throws(IAPError) -> [Step] {
    let claims = try await claims(of: items)
    let results = zip(items, claims).map { $1.result(of: $0, resumes: resumes) }
    let wanted = zip(items, results).filter { $1 == nil }.map(\.0)
    var found = await lookup.completed(wanted, isWanted: true)[...]
    return items.indices.map { index in
      if let result = results[index] { return .result(result) }
      switch found.popFirst() {
      case .success(let item): return .send(item)
      case .failure(let error):
        let claimed = ClaimedItem(items[index], claims[index], index: index)
        return .result(claimed.result(of: .notSent(error)))
      case nil: return .send(items[index])
      }
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
