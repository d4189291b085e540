package import IAPCore

/// A way to consume many payments.
package protocol BatchRunner {
  /// Runs through all payments. Once it is stopped, what is in flight is finished and the rest is
  /// told as not sent.
  ///
  /// - Parameters:
  ///   - source: the next payments, at most as many as it is told; nil at the end.
  ///   - emit: takes results. If it throws, what is in flight is finished and nothing more is sent;
  ///     it is still called with the rest of the results, and what it throws then is ignored.
  /// - Throws: what `source` or `emit` threw, when nothing is in flight any more.
  func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws
}

/// Consumes groups of payments at a time; a group is durable before it is reported. For a service
/// that keeps what it did itself, in a file of its own.
package struct GroupedBatch: BatchRunner {
  /// How many payments are in flight at most.
  package static let groupSize = 256

  private let service: any IAPService
  private let limiter: RateLimiter?
  private let stop: BatchStop
  private let keepUnknown: KeepUnknown?

  /// - Parameters:
  ///   - limiter: what each payment waits for, one by one; nil for whole groups at once.
  ///   - keepUnknown: keeps a payment that stays unknown; nil if they are not kept.
  package init(
    service: any IAPService, limiter: RateLimiter? = nil, stop: BatchStop,
    keepUnknown: KeepUnknown? = nil
  ) {
    self.service = service
    self.limiter = limiter
    self.stop = stop
    self.keepUnknown = keepUnknown
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let keeper = UnknownKeeper(keepUnknown, stop: stop)
    var ending: (any Error)?
    do {
      while let items = try await source(limiter == nil ? Self.groupSize : 1) {
        _ = await limiter?.acquire(waiting: stop.wait)
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
    if let reason = stop.reason { return items.map { $0.notSent(reason) } }
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
