import IAPCore
import Synchronization

/// The driver of a ``BatchMachine``: does what it says, and tells it what came of it. What happens in the
/// meantime is told together, in one turn.
final class BatchLoop: Sendable {
  /// What only the caller of a batch can do, because it has the input and the output.
  enum Order: Sendable {
    case read(Int)
    case report([ConsumeResult])
  }

  private struct State {
    var events: [BatchEvent] = []
    var orders: ArraySlice<Order> = []
    var isOver = false
    var failure: IAPError?
    var loop: CheckedContinuation<Void, Never>?
    var caller: CheckedContinuation<Void, Never>?
  }

  private let service: any IAPService
  private let journal: (any JournalRun)?
  private let deliverer: (any Deliverer)?
  private let world: BatchWorld
  private let state = Mutex(State())

  init(
    _ service: any IAPService, _ run: (any JournalRun)?, _ deliverer: (any Deliverer)?,
    _ world: BatchWorld
  ) {
    (self.service, journal, self.deliverer, self.world) = (service, run, deliverer, world)
  }

  /// Why the journal could not be written. Known at the end.
  var failure: IAPError? { state.withLock(\.failure) }

  func post(_ event: BatchEvent) {
    let loop = state.withLock { state in
      state.events.append(event)
      return state.loop.take()
    }
    loop?.resume()
  }

  // MARK: The caller

  /// Waits for the next order; nil at the end of the batch.
  func nextOrder() async -> Order? {
    while true {
      let (order, isOver) = state.withLock { ($0.orders.popFirst(), $0.isOver) }
      if let order { return order }
      if isOver { return nil }
      await withCheckedContinuation { caller in
        let isReady = state.withLock { state in
          if state.orders.isEmpty, !state.isOver { state.caller = caller }
          return state.caller == nil
        }
        if isReady { caller.resume() }
      }
    }
  }

  private func order(_ order: Order) {
    let caller = state.withLock { state in
      state.orders.append(order)
      return state.caller.take()
    }
    caller?.resume()
  }

  // MARK: The loop

  private var present: Present {
    Present(world.clock.monotonicTime(), world.clock.realTime(), lease: journal?.lease)
  }

  /// A stop cancels the task of the loop, and with it the queries. Requests that change something are
  /// finished: no task waits for them.
  func run(_ rules: BatchRules, _ lists: PurchaseLists, _ expected: Int?) async {
    await withDiscardingTaskGroup { await run(rules, lists, expected, queries: &$0) }
  }

  private func run(
    _ rules: BatchRules, _ lists: PurchaseLists, _ expected: Int?,
    queries: inout DiscardingTaskGroup
  ) async {
    var machine = BatchMachine(
      rules, lists: lists, expecting: expected, at: present, seed: .random(in: 0 ... .max))
    var (events, timer, isStopped) = (takeEvents(), Task<Void, Never>?.none, false)
    while true {
      if !isStopped, let reason = world.asked() {
        isStopped = true
        events.append(.stopped(reason))
      }
      // A pause comes before the answer that asked for it.
      events = world.pauses.take().map { .paused($0, at: $1) } + events
      let actions = machine.handle(events, at: present)
      var attempts: [(slot: Int, attempt: ConsumeAttempt)] = []
      for action in actions {
        switch action {
        case .send(let slot, let attempt): attempts.append((slot, attempt))
        case .wake(let time):
          timer?.cancel()
          timer = wake(at: time)
        case .end:
          timer?.cancel()
          return end(machine.failure)
        default: perform(action, &queries)
        }
      }
      send(attempts)
      events = await nextEvents()
    }
  }

  private func nextEvents() async -> [BatchEvent] {
    await withCheckedContinuation { loop in
      let isReady = state.withLock { state in
        if state.events.isEmpty { state.loop = loop }
        return state.loop == nil
      }
      if isReady { loop.resume() }
    }
    return takeEvents()
  }

  private func takeEvents() -> [BatchEvent] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  private func end(_ failure: IAPError?) {
    let caller = state.withLock { state in
      (state.isOver, state.failure) = (true, failure)
      return state.caller.take()
    }
    caller?.resume()
  }

  // MARK: Actions

  private func perform(_ action: BatchAction, _ queries: inout DiscardingTaskGroup) {
    switch action {
    case .read(let limit): order(.read(limit))
    case .report(let results): order(.report(results))
    case .claim(let payments, let rules): claim(payments, rules)
    case .commit(let steps): commit(steps)
    case .list(let place):
      query(&queries) { .listed(place, await UnconsumedList(place.query, of: self.service)) }
    case .find(let payments): query(&queries) { .found(await self.service.consumable(payments)) }
    case .probe(let slot, let token):
      query(&queries) { .probed(slot: slot, try? await self.service.transaction(of: token)) }
    case .deliver(let slot, let payment): command(slot, payment, isUndo: false)
    case .undo(let slot, let payment): command(slot, payment, isUndo: true)
    case .send, .wake, .end: break
    }
  }

  private func query(
    _ queries: inout DiscardingTaskGroup, _ ask: @escaping @Sendable () async -> BatchEvent
  ) {
    queries.addTask(executorPreference: service.taskExecutor) { self.post(await ask()) }
  }

  /// Not on the thread of the loop, which has to serve connections.
  private func commit(_ steps: [JournalStep]) {
    guard let journal else { return }
    Task.detached {
      do throws(IAPError) {
        try await journal.write(steps)
        self.post(.committed(nil))
      } catch {
        self.post(.committed(error))
      }
    }
  }

  private func claim(_ payments: [Payment], _ rules: ClaimRules) {
    guard let journal else { return }
    Task.detached {
      do throws(IAPError) {
        self.post(.claimed(.success(try await journal.claim(payments, rules))))
      } catch {
        self.post(.claimed(.failure(error)))
      }
    }
  }

  private func command(_ slot: Int, _ payment: Payment, isUndo: Bool) {
    guard let deliverer else { return }
    Task.detached { [journal] in
      do throws(IAPError) {
        let lock = await journal?.lock
        if isUndo {
          try await deliverer.undo(payment, keeping: lock)
        } else {
          try await deliverer.deliver(payment, keeping: lock)
        }
        self.post(.commandEnded(slot: slot, nil))
      } catch {
        self.post(.commandEnded(slot: slot, error))
      }
    }
  }

  /// Sends the requests of a turn: together, if the service consumes them in one transaction.
  private func send(_ attempts: [(slot: Int, attempt: ConsumeAttempt)]) {
    guard !attempts.isEmpty else { return }
    let slots = attempts.map(\.slot)
    service.attempt(attempts.map(\.attempt)) { self.post(.answered(slot: slots[$0], $1)) }
  }

  private func wake(at time: Duration) -> Task<Void, Never> {
    let clock = world.clock
    return Task.detached {
      await clock.sleep(time - clock.monotonicTime())
      // Otherwise another wait has replaced this one. To answer that with a new wait would never end.
      if !Task.isCancelled { self.post(.woken) }
    }
  }
}
