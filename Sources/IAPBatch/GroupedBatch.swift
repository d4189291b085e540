package import IAPCore

/// Consumes many payments.
package protocol BatchRunner {
  /// Consumes all payments. After a stop, payments in flight are finished, and the rest is reported
  /// as not sent.
  ///
  /// - Parameters:
  ///   - source: returns the next payments, at most the given number; nil at the end.
  ///   - emit: reports results. If it throws, payments in flight are finished and nothing more is
  ///     sent. It is still called with the remaining results; their errors are ignored.
  /// - Throws: the first error of `source` or `emit`, after all payments in flight are finished.
  func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws
}

/// Consumes payments in groups. A group is durable before its results are reported. For services
/// that record the outcomes in their own file, such as a fixture store.
package struct GroupedBatch: BatchRunner {
  /// The maximum number of payments in flight.
  package static let groupSize = 256

  private let service: any IAPService
  private let limiter: RateLimiter?
  private let stop: BatchStop
  private let keepUnknown: KeepUnknown?

  /// - Parameters:
  ///   - limiter: limits the rate of payments, which are then sent one at a time; nil to send whole
  ///     groups.
  ///   - keepUnknown: stores each payment whose outcome stays unknown; nil if they are not stored.
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
