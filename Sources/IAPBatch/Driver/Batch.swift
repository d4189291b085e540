package import IAPCore
package import System

/// Consumes payments: runs a ``BatchMachine`` with a service, a journal and commands.
package struct Batch {
  private let service: any IAPService
  private let run: (any JournalRun)?
  private let rules: BatchRules
  private let lists: PurchaseLists
  private let deliverer: (any Deliverer)?
  private let unknownPayments: (any UnknownPayments)?
  private let world: BatchWorld

  /// - Parameters:
  ///   - lists: those that were asked for before.
  ///   - run: nil if the service records the outcomes itself, as a fixture store does.
  ///   - deliverer: nil if iapctl delivers nothing.
  ///   - unknownPayments: stores each payment whose outcome stays unknown; nil if they are not stored.
  package init(
    _ service: any IAPService, _ rules: BatchRules, lists: PurchaseLists,
    run: (any JournalRun)? = nil, deliverer: (any Deliverer)? = nil,
    unknownPayments: (any UnknownPayments)? = nil, in world: BatchWorld
  ) {
    var rules = rules
    (rules.isJournaled, rules.readsTokens) = (run != nil, service.traits.readsTokens)
    rules.commands = deliverer.map { BatchRules.Commands(limit: $0.limit, canUndo: $0.canUndo) }
    if run == nil { rules.concurrency = rules.rate == nil ? Self.mostTogether : 1 }
    (self.service, self.run, self.rules, self.lists) = (service, run, rules, lists)
    (self.deliverer, self.unknownPayments, self.world) = (deliverer, unknownPayments, world)
  }

  /// The most payments that a service consumes in one transaction of its own.
  private static let mostTogether = 1024

  /// Consumes all payments. After a stop, payments in flight are finished, and the rest is reported
  /// as not sent.
  ///
  /// - Parameters:
  ///   - expected: the number of payments, if it is known.
  ///   - emit: reports results. If it throws, payments in flight are finished and nothing more is
  ///     sent. It is still called with the remaining results; their errors are ignored.
  /// - Throws: the first error of `source` or `emit`, after all payments in flight are finished.
  package func consume(
    from source: any PaymentSource, expecting expected: Int? = nil,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let loop = BatchLoop(service, run, deliverer, world)
    var failures = Failures()
    if run == nil, rules.rate == nil, unknownPayments == nil {
      let together = ListedConsume(source: source, asked: world.asked)
      if let reason = await together.consume({ await report($0, emit, &failures) }) {
        loop.post(.halted(reason))
      }
    }
    let (rules, lists) = (rules, lists)
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask(executorPreference: service.taskExecutor) {
          await loop.run(rules, lists, expected)
        }
        while let order = await loop.nextOrder() {
          switch order {
          case .read(let limit): loop.post(.read(await read(limit, source, &failures)))
          case .report(let results):
            if let reason = await report(results, emit, &failures) { loop.post(.halted(reason)) }
            loop.post(.reported)
          }
        }
      }
    } onCancel: {
      // The loop looks for the reason to stop.
      loop.post(.woken)
    }
    await run?.end()
    // The reported results do not show the last two: the user must repair the journal or the file.
    if let failure = failures.ending ?? loop.failure ?? failures.ofKeeping { throw failure }
  }

  private struct Failures {
    /// The first error of the input or the output.
    var ending: (any Error)?
    var ofKeeping: IAPError?
  }

  private func read(
    _ limit: Int, _ source: any PaymentSource, _ failures: inout Failures
  ) async -> [Payment] {
    do {
      return try await source.next(limit) ?? []
    } catch {
      failures.ending = failures.ending ?? error
      return []
    }
  }

  /// - Returns: why nothing more may be sent.
  private func report(
    _ results: [ConsumeResult], _ emit: ([ConsumeResult]) async throws -> Void,
    _ failures: inout Failures
  ) async -> IAPError? {
    let failure = keep(results)
    failures.ofKeeping = failures.ofKeeping ?? failure
    do {
      try await emit(results)
      return failure
    } catch {
      failures.ending = failures.ending ?? error
      return failure ?? .iapctl(.outputNotWritten, .resultsUnread)
    }
  }

  /// Why an unknown payment could not be kept: the next ones would be lost too.
  private func keep(_ results: [ConsumeResult]) -> IAPError? {
    guard let unknownPayments else { return nil }
    for result in results where result.outcome == .unknown {
      do throws(IAPError) {
        try unknownPayments.save(result.claimed.payment)
      } catch {
        return error
      }
    }
    return nil
  }

  /// Other names of the server, under which the journal has payments of the batch. Known at the end.
  package var otherNames: Set<ServerName> { get async { await run?.otherNames ?? [] } }
}

/// What a batch takes from outside, beside service, journal and commands.
package struct BatchWorld: Sendable {
  package let clock: Clock
  /// Why to stop, such as a signal; nil to go on.
  package let asked: @Sendable () -> IAPError?
  /// What queries were told that are no part of a batch.
  package let pauses: ServerPauses

  package init(
    clock: Clock, pauses: ServerPauses = ServerPauses(), asked: @escaping @Sendable () -> IAPError?
  ) {
    (self.clock, self.pauses, self.asked) = (clock, pauses, asked)
  }
}

/// Grants the item of a payment to the player, and revokes it.
package protocol Deliverer: Sendable {
  /// Whether ``undo(_:)`` can revoke an item.
  var canUndo: Bool { get }

  /// The time after which a delivery or an undo has certainly ended.
  var limit: Duration { get }

  /// - Parameter lock: shows that the run is at work, until the delivery has ended.
  /// - Throws: why the delivery failed. It may have been done in part; the next run tries it again. The
  ///   error has an unknown outcome if something of the delivery may still be at work.
  func deliver(_ item: Payment, keeping lock: FileLock?) async throws(IAPError)

  /// Revokes the item. Does nothing if ``canUndo`` is false.
  ///
  /// - Parameter lock: shows that the run is at work, until the undo has ended.
  /// - Throws: why the player may still have the item. The error has an unknown outcome if something of
  ///   the undo may still be at work.
  func undo(_ item: Payment, keeping lock: FileLock?) async throws(IAPError)
}

/// Stores payments whose outcome stays unknown, together with the data that settling them needs.
package protocol UnknownPayments: Sendable {
  /// The payment is durable when the function returns.
  func save(_ payment: Payment) throws(IAPError)
}

/// Consumes what a service can consume together: whole parts of an unconsumed list, of a fixture store. The
/// results are made and reported in small parts, so that only the payments of a group are in memory as a
/// whole.
struct ListedConsume {
  /// The most payments of a group. Other processes wait until its transaction ends, and a kill before its
  /// results are printed leaves as many consumed and not printed.
  private static let largestGroup = 16384

  let source: any PaymentSource
  let asked: @Sendable () -> IAPError?

  /// - Returns: why nothing more may be sent.
  func consume(_ report: ([ConsumeResult]) async -> IAPError?) async -> IAPError? {
    var size = Intake.groupSize
    while asked() == nil, let group = await source.consumeNext(size) {
      var (rest, failure) = (group.payments[...], group.failure)
      while !rest.isEmpty {
        let results = rest.prefix(Intake.groupSize).map { $0.result(group.failure) }
        let problem = await report(results)
        failure = failure ?? problem
        rest = rest.dropFirst(Intake.groupSize)
      }
      if let failure { return failure }
      size = min(size * 16, Self.largestGroup)
    }
    return nil
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
