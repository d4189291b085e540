package import IAPCore

/// Consumes payments, several at a time, so that at every moment the journal knows of each what is
/// known: what is on the wire was written down before, and a result is written down before it is
/// handed on.
package struct JournaledBatch: BatchRunner {
  /// How many results may wait for one before them.
  private static let mostHeld = 4096

  private let service: any IAPService
  private let run: any JournalRun
  private let options: BatchOptions
  private let work: ConsumeTask

  package init(
    service: any IAPService, run: any JournalRun, options: BatchOptions, pace: RateLimiter,
    stop: BatchStop, realTime: @escaping @Sendable () -> Instant
  ) {
    self.service = service
    self.run = run
    self.options = options
    work = ConsumeTask(
      service: service, journal: JournalWriter(run), deliverer: options.deliverer, pace: pace,
      stop: stop, outage: OutageWatch(concurrency: options.concurrency, pace: pace),
      settling: options.settling, realTime: realTime)
  }

  package func consume(
    from source: @escaping (Int) async throws -> [BatchItem]?,
    emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    let intake = ClaimStage(
      from: source, claimingIn: run,
      lookup: PurchaseLookup(
        service: service, concurrency: options.concurrency, pace: work.pace, stop: work.stop),
      options: options, stop: work.stop, realTime: work.realTime)
    let keeper = UnknownKeeper(options.unknownPayments, stop: work.stop)
    do {
      try await flow(from: intake, keeping: keeper, emit)
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    // Whatever the rows say of it: the journal is to be mended.
    if let failure = await work.journal.failure ?? keeper.failure { throw failure }
  }

  private func flow(
    from intake: ClaimStage, keeping keeper: UnknownKeeper,
    _ emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    var order = ReorderBuffer(isKept: options.isOrdered)
    var ending: (any Error)?
    let work = work
    await withTaskGroup(of: (Int, BatchItem, ConsumeResult).self) { group in
      var inFlight = 0
      var hasMore = true
      while hasMore || inFlight > 0 {
        if hasMore, inFlight < options.concurrency, order.held < Self.mostHeld {
          do {
            switch try await intake.next() {
            case nil: hasMore = false
            case .settled(let place, let item, let result):
              keeper.keep(item, ifUnknown: result)
              order.add(result, at: place)
              // What is known already goes out together.
              if intake.isFilled, order.count < ClaimStage.groupSize { continue }
            case .send(let place, let claimed):
              inFlight += 1
              group.addTask { (place, claimed.item, await work.result(for: claimed)) }
              continue
            }
          } catch {
            (ending, hasMore) = (ending ?? error, false)
          }
        } else if let (place, item, result) = await group.next() {
          inFlight -= 1
          keeper.keep(item, ifUnknown: result)
          order.add(result, at: place)
        }
        await hand(order.take(), to: emit, &ending)
      }
    }
    if let ending { throw ending }
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
      // Nobody would learn of what is sent from now on.
      work.stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    }
  }
}
