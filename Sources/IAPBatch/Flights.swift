import Synchronization

/// The payments of a batch between their claims and their results.
///
/// A payment is in flight until the write of its outcome begins. So the intent of the next payment is
/// in the same write, and never more intents are open in the journal than payments may be in flight.
/// The workers find the next payment here without a change of threads.
final class Flights: Sendable {
  private struct State {
    /// Payments that no worker has begun.
    var ready: [ClaimedItem] = []
    var isClosed = false
    var inFlight = 0
    /// Payments whose result is not in ``results``.
    var open = 0
    var results: [(ClaimedItem, ConsumeResult)] = []
    var idleWorkers: [CheckedContinuation<ClaimedItem?, Never>] = []
    var reader: CheckedContinuation<Void, Never>?
  }

  /// The number of payments that may be in flight.
  private let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  /// The number of workers: the outcomes of all payments in flight may be on their way to the disk,
  /// while as many others are in flight.
  var workers: Int { most == 1 ? 1 : 2 * most }

  // MARK: The batch

  /// Whether a payment should be added. If only one may be in flight, it waits until the result of
  /// the one before is reported: after a failure to report, nothing more is sent.
  var hasRoom: Bool {
    state.withLock { $0.ready.count + $0.inFlight < (most == 1 ? 1 : 2 * most) }
  }

  /// Whether all payments have ended and their results were taken.
  var isEmpty: Bool { state.withLock { $0.open == 0 && $0.results.isEmpty } }

  func add(_ claimed: ClaimedItem) {
    change { state in
      state.open += 1
      state.ready.append(claimed)
    }
  }

  /// Ends the workers as soon as nothing is ready.
  func close() { change { $0.isClosed = true } }

  /// Removes and returns the results.
  func takeResults() -> [(ClaimedItem, ConsumeResult)] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Waits until there are results, or room for another payment if `needsRoom`.
  func wait(forRoom needsRoom: Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        let hasRoom = needsRoom && state.ready.count + state.inFlight < workers
        let isReady = hasRoom || !state.results.isEmpty || state.open == 0
        if !isReady { state.reader = continuation }
        return isReady
      }
      if isReady { continuation.resume() }
    }
  }

  // MARK: A worker

  /// Waits for the next payment, which is then in flight; nil at the end.
  func next() async -> ClaimedItem? {
    await withCheckedContinuation { worker in change { $0.idleWorkers.append(worker) } }
  }

  /// Makes room for the next payment; called just before the outcome of one is written.
  func answered() {
    if most > 1 { change { $0.inFlight -= 1 } }
  }

  func end(_ claimed: ClaimedItem, _ result: ConsumeResult, wasAnswered: Bool) {
    change { state in
      state.open -= 1
      if !wasAnswered || most == 1 { state.inFlight -= 1 }
      state.results.append((claimed, result))
    }
  }

  /// Changes the state, and resumes those who wait for the change.
  private func change(_ body: (inout State) -> Void) {
    var begun: [(CheckedContinuation<ClaimedItem?, Never>, ClaimedItem?)] = []
    let reader = state.withLock { state in
      body(&state)
      while let worker = state.idleWorkers.last {
        if !state.ready.isEmpty, state.inFlight < most {
          state.inFlight += 1
          begun.append((worker, state.ready.removeFirst()))
        } else if state.ready.isEmpty, state.isClosed {
          begun.append((worker, nil))
        } else {
          break
        }
        state.idleWorkers.removeLast()
      }
      let isWaitOver = !state.results.isEmpty || state.ready.count < most / 2
      guard isWaitOver else { return nil as CheckedContinuation<Void, Never>? }
      defer { state.reader = nil }
      return state.reader
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
