package import IAPCore

/// Consumes groups of payments at a time; a group is durable before it is reported. For a service
/// that keeps what it did itself, in a file of its own.
package struct GroupedBatch: BatchRunner {
  /// How many payments are in flight at most.
  package static let groupSize = 256

  private let service: any IAPService
  private let pace: RateLimiter?
  private let stop: BatchStop
  private let unknownPayments: (any UnknownPayments)?

  /// - Parameters:
  ///   - pace: what each payment waits for, one by one; nil for whole groups at once.
  ///   - unknownPayments: keeps what stays unknown; nil if it is not kept.
  package init(
    service: any IAPService, pace: RateLimiter? = nil, stop: BatchStop,
    unknownPayments: (any UnknownPayments)? = nil
  ) {
    self.service = service
    self.pace = pace
    self.stop = stop
    self.unknownPayments = unknownPayments
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let keeper = UnknownKeeper(unknownPayments, stop: stop)
    var ending: (any Error)?
    do {
      while let items = try await source(pace == nil ? Self.groupSize : 1) {
        _ = await pace?.turn(while: { stop.reason == nil })
        let results = await results(for: items)
        for (item, result) in zip(items, results) { keeper.keep(item, ifUnknown: result) }
        do {
          try await emit(results)
        } catch {
          ending = ending ?? error
          stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
        }
      }
    } catch {
      throw ending ?? error
    }
    if let ending { throw ending }
    if let failure = keeper.failure { throw failure }
  }

  private func results(for items: [BatchItem]) async -> [ConsumeResult] {
    if let reason = stop.reason {
      return items.map {
        ConsumeResult(
          $0.request.paymentSeq, .notSent, userID: $0.known.userID, error: reason)
      }
    }
    let answers = await service.consume(items.map(\.request))
    if let last = answers.last(where: \.stopsBatch), case .failure(let error) = last.result {
      stop.halt(error)
    }
    return items.enumerated().map { index, item in
      ConsumeResult(
        item.request.paymentSeq, index < answers.count ? answers[index] : .missing,
        of: item.known)
    }
  }
}
