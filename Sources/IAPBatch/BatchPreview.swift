package import IAPCore

/// What a batch would do, found out without doing it: the journal is asked what it knows, and the
/// lists what they have. Nothing is claimed, sent or written.
package struct BatchPreview {
  package enum Step: Sendable {
    /// It would be sent.
    case send(BatchItem)
    /// It would not be sent, and this would be its result.
    case result(ConsumeResult)
  }

  private let journal: (any Journal)?
  private let server: ServerName
  private let resumes: Bool
  private let lookup: PurchaseLookup

  /// - Parameter journal: nil if none would be kept.
  package init(
    service: any IAPService, journal: (any Journal)?, options: BatchOptions,
    limiter: RateLimiter? = nil, stop: BatchStop
  ) {
    (self.journal, resumes) = (journal, options.resumes)
    server = ServerName(origin: service.origin)
    lookup = PurchaseLookup(
      service: service, concurrency: options.concurrency, limiter: limiter, stop: stop)
  }

  /// What would become of some payments, in their order.
  package func steps(for items: [BatchItem]) async throws(IAPError) -> [Step] {
    let known = try await journal?.known(items.map(\.request.paymentSeq), at: server) ?? [:]
    let claims = items.map { claim(known[$0.request.paymentSeq]) }
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

  /// What a run would be told of a payment.
  private func claim(_ known: Claim?) -> Claim {
    switch known {
    case .unknown where resumes: .granted(priorUnknown: true, isDelivered: false)
    case nil: .granted(priorUnknown: false, isDelivered: false)
    case let known?: known
    }
  }
}
