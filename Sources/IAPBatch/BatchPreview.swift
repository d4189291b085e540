package import IAPCore

/// What a batch would do, found out without doing it: the journal is asked what it knows, and the
/// lists what they have. Nothing is claimed, sent or written.
package struct BatchPreview {
  package enum Step: Sendable {
    /// It would be sent.
    case send(BatchItem)
    /// It would not be sent, and this would be its result.
    case settled(ConsumeResult)
  }

  private let journal: (any Journal)?
  private let server: ServerName
  private let options: BatchOptions
  private let lookup: PurchaseLookup

  /// - Parameter journal: nil if none would be kept.
  package init(
    service: any IAPService, journal: (any Journal)?, options: BatchOptions,
    pace: RateLimiter? = nil,
    stop: BatchStop
  ) {
    (self.journal, self.options) = (journal, options)
    server = ServerName(origin: service.origin)
    lookup = PurchaseLookup(
      service: service, concurrency: options.concurrency, pace: pace, stop: stop)
  }

  /// What would become of some payments, in their order.
  package func steps(for items: [BatchItem]) async throws(IAPError) -> [Step] {
    let known = try await journal?.known(items.map(\.request.paymentSeq), at: server) ?? [:]
    let claims = items.map { claim(known[$0.request.paymentSeq]) }
    let answers = zip(items, claims).map { options.answer(to: $1, on: $0) }
    let wanted = zip(items, answers).filter { $1 == nil }.map(\.0)
    var found = await lookup.completed(wanted, isWanted: true)[...]
    return items.indices.map { index in
      if let result = answers[index] { return .settled(result) }
      switch found.popFirst() {
      case .success(let item): return .send(item)
      case .failure(let error):
        return .settled(ClaimedItem(items[index], claims[index], at: index).notSent(error))
      case nil: return .send(items[index])
      }
    }
  }

  private func claim(_ knowledge: JournalKnowledge?) -> Claim {
    switch knowledge {
    case .consumed(let outcome): .settled(outcome)
    case .held(let holder): .held(by: holder)
    case .unknown where options.resumes: .granted(priorUnknown: true, isDelivered: false)
    case .unknown: .unknown
    case nil: .granted(priorUnknown: false, isDelivered: false)
    }
  }
}
