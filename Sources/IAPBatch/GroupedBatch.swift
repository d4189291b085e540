package import IAPCore

/// Consumes groups of payments at a time; a group is durable before it is reported. For a service
/// that keeps what it did itself, in a file of its own.
package struct GroupedBatch: ConsumeProcess {
  /// How many payments are in flight at most.
  package static let groupSize = 256

  /// A service that answers too little has not said that nothing happened.
  private static let unanswered = ConsumeAnswer(
    .failure(
      IAPError(.iapctl(.bug), .bug("a payment was sent and not answered"), outcome: .unknown)))

  private let service: any IAPService
  private let stop: BatchStop

  package init(service: any IAPService, stop: BatchStop) {
    self.service = service
    self.stop = stop
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    while let items = try await source(Self.groupSize) {
      try await emit(await results(for: items.map(\.request)))
    }
  }

  private func results(for requests: [ConsumeRequest]) async -> [ConsumeResult] {
    if let reason = stop.reason {
      return requests.map { ConsumeResult($0.paymentSeq, .notSent, error: reason) }
    }
    let answers = await service.consume(requests)
    if let last = answers.last(where: \.stopsBatch), case .failure(let error) = last.result {
      stop.halt(error)
    }
    return requests.enumerated().map { index, request in
      ConsumeResult(
        request.paymentSeq, index < answers.count ? answers[index] : Self.unanswered)
    }
  }
}
