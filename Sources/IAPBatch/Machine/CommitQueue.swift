import IAPCore

/// The steps on their way into the journal: one transaction at a time, each with all that gathered
/// during the one before.
///
/// After a failure nothing more is written: each waiter gets the same error, and sends no request.
struct CommitQueue: Sendable {
  /// What waits until its steps are durable.
  enum Waiter: Sendable {
    case slot(Int)
    /// A payment that needs no request.
    indirect case result(ConsumeResult)
  }

  private(set) var gathered: [JournalStep] = []
  private var waiting: [Waiter] = []
  private var committing: [Waiter] = []
  /// Whether a transaction is running.
  private(set) var isBusy = false
  private(set) var failure: IAPError?

  var isEmpty: Bool { !isBusy && waiting.isEmpty && gathered.isEmpty }

  mutating func add(_ step: JournalStep) { gathered.append(step) }
  mutating func add(_ waiter: Waiter) { waiting.append(waiter) }

  /// A claim begins, which is a transaction too.
  mutating func beginClaim() { isBusy = true }
  mutating func endClaim() { isBusy = false }

  /// Begins the next transaction.
  ///
  /// - Returns: its steps; nil if one is running, or if there is nothing to write.
  mutating func begin() -> [JournalStep]? {
    guard !isBusy, failure == nil, !gathered.isEmpty else { return nil }
    (committing, waiting, isBusy) = (waiting, [], true)
    defer { gathered = [] }
    return gathered
  }

  mutating func end(_ error: IAPError?) -> [Waiter] {
    isBusy = false
    failure = failure ?? error
    defer { committing = [] }
    return committing
  }

  /// Those whose steps will never be written.
  mutating func takeFailed() -> [Waiter] {
    guard failure != nil else { return [] }
    defer { (waiting, gathered) = ([], []) }
    return waiting
  }
}
