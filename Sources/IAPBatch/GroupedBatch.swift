package import IAPCore

/// Consumes groups of payments at a time; a group is durable before it is reported. For a service
/// that keeps what it did itself, in a file of its own.
package struct GroupedBatch: ConsumeProcess {
  /// How many payments are in flight at most.
  package static let groupSize = 256

  private let service: any IAPService
  private let pace: Pace?
  private let stop: BatchStop

  /// - Parameter pace: what each payment waits for, one by one; nil for whole groups at once.
  package init(service: any IAPService, pace: Pace? = nil, stop: BatchStop) {
    self.service = service
    self.pace = pace
    self.stop = stop
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    while let items = try await source(pace == nil ? Self.groupSize : 1) {
      _ = await pace?.turn(while: { stop.reason == nil })
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
        request.paymentSeq, index < answers.count ? answers[index] : .missing)
    }
  }
}
