package import IAPCore

/// Consumes several payments at a time, and records each step in the journal. A request is recorded
/// before it is sent. A result is recorded before it is reported.
package struct JournaledBatch: BatchRunner {
  /// The maximum number of results that wait for the result of an earlier payment.
  private static let mostHeld = 4096

  private let service: any IAPService
  private let run: any JournalRun
  private let options: BatchOptions
  private let lookup: PurchaseLookup
  private let task: ConsumeTask

  /// - Parameter lookup: with the lists that were requested before.
  package init(
    service: any IAPService, lookup: PurchaseLookup, run: any JournalRun, options: BatchOptions,
    limiter: RateLimiter, stop: BatchStop, realTime: @escaping @Sendable () -> Instant
  ) {
    self.service = service
    self.lookup = lookup
    self.run = run
    self.options = options
    task = ConsumeTask(
      service: service, journal: JournalWriter(run), deliverer: options.deliverer, limiter: limiter,
      stop: stop, outage: OutageWatch(concurrency: options.concurrency, limiter: limiter),
      settleLimit: options.settleLimit, realTime: realTime)
  }

  package var otherNames: Set<ServerName> { get async { await run.otherNames } }

  package func consume(
    from source: any PaymentSource,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let claims = ClaimStage(
      from: source, claimingIn: run, lookup: lookup, options: options, stop: task.stop,
      realTime: task.realTime)
    let keeper = UnknownKeeper(options.unknownPayments, stop: task.stop)
    do {
      try await flow(from: claims, keeping: keeper, emit)
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    // The reported results do not show this failure: the user must repair the journal.
    if let failure = task.journal.failure ?? keeper.failure { throw failure }
  }

  private func flow(
    from claims: ClaimStage, keeping keeper: UnknownKeeper,
    _ emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    var order = ReorderBuffer(isKept: options.isOrdered)
    var ending: (any Error)?
    let (task, inFlight) = (task, PaymentsInFlight(limit: options.concurrency))
    await withDiscardingTaskGroup { group in
      for _ in 0..<inFlight.limit {
        group.addTask(executorPreference: service.taskExecutor) { await task.work(on: inFlight) }
      }
      var hasMore = true
      while hasMore || !inFlight.isEmpty {
        let isWanted = hasMore && order.held < Self.mostHeld
        if isWanted, inFlight.hasRoom, !inFlight.hasResults {
          do {
            hasMore = try await add(claims, to: inFlight, &order, keeper)
          } catch {
            (ending, hasMore) = (ending ?? error, false)
          }
        } else {
          for result in await inFlight.results(orRoom: isWanted) {
            keeper.keep(result)
            order.add(result)
          }
        }
        await hand(order.take(), to: emit, &ending)
        inFlight.reported()
      }
      inFlight.close()
    }
    if let ending { throw ending }
  }

  /// Adds payments while there is room for them. The results of those that need no request are
  /// reported together.
  ///
  /// - Returns: whether there are more payments.
  private func add(
    _ claims: ClaimStage, to inFlight: PaymentsInFlight, _ order: inout ReorderBuffer,
    _ keeper: UnknownKeeper
  ) async throws -> Bool {
    repeat {
      switch try await claims.next() {
      case nil: return false
      case .send(let claimed): inFlight.add(claimed)
      case .result(let result):
        keeper.keep(result)
        order.add(result)
      }
    } while claims.isFilled && inFlight.hasRoom && order.count < ClaimStage.groupSize
    return true
  }

  private func hand(
    _ results: [ConsumeResult], to emit: ([ConsumeResult]) async throws -> Void,
    _ ending: inout (any Error)?
  ) async {
    guard !results.isEmpty else { return }
    do {
      try await emit(results)
    } catch {
      ending = ending ?? error
      // The results of further payments could not be reported.
      task.stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    }
  }
}
