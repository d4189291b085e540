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
    // Whatever the rows say of it: the journal is to be mended.
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
              // What is known already goes out together.
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
      // The results of what is sent from now on would have no reader.
      task.stop.halt(.iapctl(.outputNotWritten, .resultsUnread))
    }
  }
}

/// Hands results on as they come, or holds them until those before them are there.
struct ReorderBuffer {
  private let isKept: Bool
  private var waiting: [Int: ConsumeResult] = [:]
  private var next = 0
  private var ready: [ConsumeResult] = []

  /// - Parameter isKept: whether results leave in the order in which their payments came.
  init(isKept: Bool) { self.isKept = isKept }

  /// How many may leave now.
  var count: Int { ready.count }

  /// How many wait for one before them.
  var held: Int { waiting.count }

  /// - Parameter index: the payment's, counted from 0.
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

  /// What may leave now.
  mutating func take() -> [ConsumeResult] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }
}
