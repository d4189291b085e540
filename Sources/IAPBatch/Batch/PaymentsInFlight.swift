import Synchronization

/// The payments of a batch between their claims and their results.
///
/// A payment is in flight until its result is reported, and its worker sends nothing before that. So
/// nothing more is sent after a failure to report a result, and never more intents are open in the
/// journal than payments may be in flight.
final class PaymentsInFlight: Sendable {
  private typealias Worker = CheckedContinuation<Void, Never>

  private struct State {
    /// Payments that no worker has begun.
    var ready: [ClaimedPayment] = []
    var isClosed = false
    /// Payments whose results are not reported.
    var open = 0
    var results: [ConsumeResult] = []
    /// The workers of ``results``, and of results that are being reported.
    var workers: [Worker] = []
    var reporting: [Worker] = []
    var idleWorkers: [CheckedContinuation<ClaimedPayment?, Never>] = []
    var reader: CheckedContinuation<Void, Never>?
    /// Whether the reader also waits for room.
    var needsRoom = false

    /// Removes the reader if its wait is over.
    mutating func readyReader(_ limit: Int) -> CheckedContinuation<Void, Never>? {
      guard !results.isEmpty || needsRoom && ready.count <= limit / 2 else { return nil }
      defer { reader = nil }
      return reader
    }
  }

  /// The number of payments that may be in flight, which is the number of workers.
  let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  // MARK: The batch

  /// Whether payments should be added, so that each worker finds its next one.
  var hasRoom: Bool { state.withLock { $0.ready.count < limit } }
  var hasResults: Bool { state.withLock { !$0.results.isEmpty } }
  var isEmpty: Bool { state.withLock { $0.open == 0 } }

  func add(_ claimed: ClaimedPayment) {
    change { state in
      state.open += 1
      state.ready.append(claimed)
    }
  }

  /// Ends the workers as soon as nothing is ready.
  func close() { change { $0.isClosed = true } }

  /// Waits for results, unless nothing is in flight, and removes them.
  ///
  /// - Parameter needsRoom: whether to return too, without results, if payments should be added.
  func results(orRoom needsRoom: Bool) async -> [ConsumeResult] {
    await withCheckedContinuation { continuation in
      let reader = state.withLock { state in
        (state.reader, state.needsRoom) = (continuation, needsRoom)
        guard state.open > 0 else {
          state.reader = nil
          return continuation as CheckedContinuation<Void, Never>?
        }
        return state.readyReader(limit)
      }
      reader?.resume()
    }
    return state.withLock { state in
      defer { (state.results, state.workers) = ([], []) }
      state.reporting += state.workers
      return state.results
    }
  }

  /// The results that were removed are reported, or the batch is stopped: their workers go on.
  func reported() {
    let workers = state.withLock { state in
      defer { state.reporting = [] }
      state.open -= state.reporting.count
      return state.reporting
    }
    for worker in workers { worker.resume() }
  }

  // MARK: A worker

  /// Waits for the next payment; nil at the end.
  func next() async -> ClaimedPayment? {
    await withCheckedContinuation { worker in change { $0.idleWorkers.append(worker) } }
  }

  /// The next payment, if there is one already.
  func takeNext() -> ClaimedPayment? {
    var next: ClaimedPayment?
    change { state in
      if !state.ready.isEmpty { next = state.ready.removeFirst() }
    }
    return next
  }

  /// Returns a payment that the worker has not begun.
  func putBack(_ claimed: ClaimedPayment) { change { $0.ready.insert(claimed, at: 0) } }

  /// Waits until the result is reported, or the batch is stopped.
  func end(_ result: ConsumeResult) async {
    await withCheckedContinuation { worker in
      change { state in
        state.results.append(result)
        state.workers.append(worker)
      }
    }
  }

  /// Changes the state, and resumes those who wait for the change.
  private func change(_ body: (inout State) -> Void) {
    var begun: [(CheckedContinuation<ClaimedPayment?, Never>, ClaimedPayment?)] = []
    let reader = state.withLock { state in
      body(&state)
      while !state.idleWorkers.isEmpty, !state.ready.isEmpty || state.isClosed {
        let claimed = state.ready.isEmpty ? nil : state.ready.removeFirst()
        begun.append((state.idleWorkers.removeLast(), claimed))
      }
      return state.readyReader(limit)
    }
    for (worker, claimed) in begun { worker.resume(returning: claimed) }
    reader?.resume()
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

  mutating func add(_ result: ConsumeResult) {
    guard isKept else {
      ready.append(result)
      return
    }
    waiting[result.claimed.index] = result
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
