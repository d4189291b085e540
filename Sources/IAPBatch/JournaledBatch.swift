package import IAPCore

/// Consumes several payments at a time, and records each step in the journal. A request is recorded
/// before it is sent. A result is recorded before it is reported.
package struct JournaledBatch: BatchRunner {
  /// The maximum number of results that wait for the result of an earlier payment.
  private static let mostHeld = 4096

  private let service: any IAPService
  private let run: any JournalRun
  private let options: BatchOptions
  private let task: ConsumeTask

  package init(
    service: any IAPService, run: any JournalRun, options: BatchOptions, limiter: RateLimiter,
    stop: BatchStop, realTime: @escaping @Sendable () -> Instant
  ) {
    self.service = service
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
      from: source, claimingIn: run,
      lookup: PurchaseLookup(
        service: service, concurrency: options.concurrency, limiter: task.limiter, stop: task.stop),
      options: options, stop: task.stop, realTime: task.realTime)
    let keeper = UnknownKeeper(options.keepUnknown, stop: task.stop)
    do {
      try await flow(from: claims, keeping: keeper, emit)
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    // The reported results do not show this failure: the user must repair the journal.
    if let failure = await task.journal.failure ?? keeper.failure { throw failure }
  }

  private func flow(
    from claims: ClaimStage, keeping keeper: UnknownKeeper,
    _ emit: ([ConsumeResult]) async throws -> Void
  ) async throws {
    var order = ReorderBuffer(isKept: options.isOrdered)
    var ending: (any Error)?
    let task = task
    await withTaskGroup(of: (Int, BatchItem, ConsumeResult).self) { group in
      var inFlight = 0
      var hasMore = true
      while hasMore || inFlight > 0 {
        if hasMore, inFlight < options.concurrency, order.held < Self.mostHeld {
          do {
            switch try await claims.next() {
            case nil: hasMore = false
            case .result(let result, let item, let index):
              keeper.keep(item, ifUnknown: result)
              order.add(result, at: index)
              // Results that need no request are reported together.
              if claims.isFilled, order.count < ClaimStage.groupSize { continue }
            case .send(let claimed):
              inFlight += 1
              group.addTask { (claimed.index, claimed.item, await task.result(for: claimed)) }
              continue
            }
          } catch {
            (ending, hasMore) = (ending ?? error, false)
          }
        } else if let (index, item, result) = await group.next() {
          inFlight -= 1
          keeper.keep(item, ifUnknown: result)
          order.add(result, at: index)
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
      // The results of further payments could not be reported.
      task.stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    }
  }
}

/// Gives results in the order of completion, or in the order of the input.
struct ReorderBuffer {
  private let isKept: Bool
  private var waiting: [Int: ConsumeResult] = [:]
  private var next = 0
  private var ready: [ConsumeResult] = []

  /// - Parameter isKept: whether results are given in the order of the input.
  init(isKept: Bool) { self.isKept = isKept }

  /// The number of results that ``take()`` returns.
  var count: Int { ready.count }

  /// The number of results that wait for the result of an earlier payment.
  var held: Int { waiting.count }

  /// - Parameter index: the position of the payment in the input, from 0.
  mutating func add(_ result: ConsumeResult, at index: Int) {
    guard isKept else {
      ready.append(result)
      return
    }
    waiting[index] = result
    while let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
  }

  /// Removes and returns the results that can be reported now.
  mutating func take() -> [ConsumeResult] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }
}
