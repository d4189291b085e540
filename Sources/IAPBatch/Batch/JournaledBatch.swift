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

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let claims = ClaimStage(
      from: source, claimingIn: run, lookup: lookup, options: options, stop: task.stop,
      realTime: task.realTime)
    let keeper = UnknownKeeper(options.keepUnknown, stop: task.stop)
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
    let (task, flights) = (task, Flights(most: options.concurrency))
    await withDiscardingTaskGroup { group in
      for _ in 0..<flights.most {
        group.addTask(executorPreference: service.taskExecutor) { await task.work(on: flights) }
      }
      var hasMore = true
      while hasMore || !flights.isEmpty {
        let isWanted = hasMore && order.held < Self.mostHeld
        if isWanted, flights.hasRoom, !flights.hasResults {
          do {
            hasMore = try await add(claims, to: flights, &order, keeper)
          } catch {
            (ending, hasMore) = (ending ?? error, false)
          }
        } else {
          for (claimed, result) in await flights.results(orRoom: isWanted) {
            keeper.keep(claimed.item, ifUnknown: result)
            order.add(result, at: claimed.index)
          }
        }
        await hand(order.take(), to: emit, &ending)
        flights.reported()
      }
      flights.close()
    }
    if let ending { throw ending }
  }

  /// Adds payments while there is room for them. The results of those that need no request are
  /// reported together.
  ///
  /// - Returns: whether there are more payments.
  private func add(
    _ claims: ClaimStage, to flights: Flights, _ order: inout ReorderBuffer,
    _ keeper: UnknownKeeper
  ) async throws -> Bool {
    repeat {
      switch try await claims.next() {
      case nil: return false
      case .send(let claimed): flights.add(claimed)
      case .result(let result, let item, let index):
        keeper.keep(item, ifUnknown: result)
        order.add(result, at: index)
      }
    } while claims.isFilled && flights.hasRoom && order.count < ClaimStage.groupSize
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
