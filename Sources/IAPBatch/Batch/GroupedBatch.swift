package import IAPCore

/// Consumes many payments.
package protocol BatchRunner {
  /// Consumes all payments. After a stop, payments in flight are finished, and the rest is reported
  /// as not sent.
  ///
  /// - Parameters:
  ///   - emit: reports results. If it throws, payments in flight are finished and nothing more is
  ///     sent. It is still called with the remaining results; their errors are ignored.
  /// - Throws: the first error of `source` or `emit`, after all payments in flight are finished.
  func consume(
    from source: any PaymentSource,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws

  /// Other names of the server, under which the journal has payments of the batch. Known at the end.
  var otherNames: Set<ServerName> { get async }
}

extension BatchRunner {
  package var otherNames: Set<ServerName> { [] }
}

/// Consumes payments in groups. A group is durable before its results are reported. For services
/// that record the outcomes in their own file, such as a fixture store.
///
/// The groups grow: the first results come soon, and a large batch needs few transactions.
package struct GroupedBatch: BatchRunner {
  /// The number of payments in the first group.
  package static let groupSize = 256
  /// The most payments in a group whose payments are given one by one.
  package static let largestGroup = 1024
  /// The most payments in a ``ConsumedGroup``. Other processes wait until its transaction ends, and
  /// a kill before its results are printed leaves as many consumed and not printed.
  static let largestListedGroup = 16384

  private let service: any IAPService
  private let limiter: RateLimiter?
  private let stop: BatchStop
  private let unknownPayments: (any UnknownPayments)?

  /// - Parameters:
  ///   - limiter: limits the rate of payments, which are then sent one at a time; nil to send whole
  ///     groups.
  ///   - unknownPayments: stores each payment whose outcome stays unknown; nil if they are not
  ///     stored.
  package init(
    service: any IAPService, limiter: RateLimiter? = nil, stop: BatchStop,
    unknownPayments: (any UnknownPayments)? = nil
  ) {
    self.service = service
    self.limiter = limiter
    self.stop = stop
    self.unknownPayments = unknownPayments
  }

  package func consume(
    from source: any PaymentSource,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let keeper = UnknownKeeper(unknownPayments, stop: stop)
    var ending: (any Error)?
    func report(_ results: [ConsumeResult]) async {
      do {
        try await emit(results)
      } catch {
        ending = ending ?? error
        stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
      }
    }
    do {
      if limiter == nil, unknownPayments == nil { await consumeTogether(source, report) }
      var size = Self.groupSize
      while let payments = try await source.next(limiter == nil ? size : 1) {
        _ = await limiter?.acquire(waiting: stop.wait)
        let results = await results(for: payments)
        for result in results { keeper.keep(result) }
        await report(results)
        size = min(size * 2, Self.largestGroup)
      }
    } catch {
      throw ending ?? error
    }
    if let ending { throw ending }
    if let failure = keeper.failure { throw failure }
  }

  /// Consumes what the service can consume together. The results are made and reported in small
  /// parts, so that only the payments of a group are in memory as a whole.
  private func consumeTogether(
    _ source: any PaymentSource, _ report: ([ConsumeResult]) async -> Void
  ) async {
    var size = Self.groupSize
    while stop.reason == nil, let group = await source.consumeNext(size) {
      if let failure = group.failure { stop.halt(failure) }
      var rest = group.payments[...]
      while !rest.isEmpty {
        await report(rest.prefix(Self.groupSize).map { $0.result(group.failure) })
        rest = rest.dropFirst(Self.groupSize)
      }
      size = min(size * 16, Self.largestListedGroup)
    }
  }

  private func results(for payments: [Payment]) async -> [ConsumeResult] {
    if let reason = stop.reason {
      return payments.map { ClaimedPayment($0).unsent(reason) }
    }
    let answers = await service.consume(payments)
    if let last = answers.last(where: \.stopsBatch), case .failure(let error) = last.result {
      stop.halt(error)
    }
    return payments.enumerated().map { index, payment in
      ConsumeResult(ClaimedPayment(payment), index < answers.count ? answers[index] : .missing)
    }
  }
}

extension ConsumedGroup.Payment {
  fileprivate func result(_ failure: IAPError?) -> ConsumeResult {
    var purchase = Purchase(paymentSeq: paymentSeq)
    (purchase.userID, purchase.productSeq) = (receipt.userID, receipt.productSeq)
    (purchase.price, purchase.currency) = (receipt.price, receipt.currency)
    return ConsumeResult(
      ClaimedPayment(Payment(purchase)),
      CallResult(failure.map { .failure($0) } ?? .success(receipt)))
  }
}
