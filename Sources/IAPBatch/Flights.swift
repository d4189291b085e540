import Synchronization

/// The payments of a batch between their claims and their results.
///
/// A payment is in flight until its result is taken. So nothing more is sent after a failure to
/// report a result, and never more intents are open in the journal than payments may be in flight.
final class Flights: Sendable {
  private struct State {
    /// Payments that no worker has begun.
    var ready: [ClaimedItem] = []
    var isClosed = false
    var inFlight = 0
    var results: [(ClaimedItem, ConsumeResult)] = []
    var idleWorkers: [CheckedContinuation<ClaimedItem?, Never>] = []
    var reader: CheckedContinuation<Void, Never>?
  }

  /// The number of payments that may be in flight, which is the number of workers.
  let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  // MARK: The batch

  var hasRoom: Bool { state.withLock { $0.inFlight < most } }
  var isEmpty: Bool { state.withLock { $0.inFlight == 0 } }

  func add(_ claimed: ClaimedItem) {
    change { state in
      state.inFlight += 1
      state.ready.append(claimed)
    }
  }

  /// Ends the workers as soon as nothing is ready.
  func close() { change { $0.isClosed = true } }

  /// Waits for results, unless nothing is in flight, and removes them.
  func results() async -> [(ClaimedItem, ConsumeResult)] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        let isReady = !state.results.isEmpty || state.inFlight == 0
        if !isReady { state.reader = continuation }
        return isReady
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.results = [] }
      state.inFlight -= state.results.count
      return state.results
    }
  }

  // MARK: A worker

  /// Waits for the next payment; nil at the end.
  func next() async -> ClaimedItem? {
    await withCheckedContinuation { worker in change { $0.idleWorkers.append(worker) } }
  }

  func end(_ claimed: ClaimedItem, _ result: ConsumeResult) {
    change { $0.results.append((claimed, result)) }
  }

  /// Changes the state, and resumes those who wait for the change.
  private func change(_ body: (inout State) -> Void) {
    var begun: [(CheckedContinuation<ClaimedItem?, Never>, ClaimedItem?)] = []
    let reader = state.withLock { state in
      body(&state)
      while !state.idleWorkers.isEmpty, !state.ready.isEmpty || state.isClosed {
        let claimed = state.ready.isEmpty ? nil : state.ready.removeFirst()
        begun.append((state.idleWorkers.removeLast(), claimed))
      }
      guard !state.results.isEmpty else { return nil as CheckedContinuation<Void, Never>? }
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
