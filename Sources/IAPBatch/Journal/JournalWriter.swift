package import IAPCore

/// Writes the steps of many tasks in as few transactions as possible. Steps that arrive during a
/// transaction are written together by the next one.
///
/// After a failure nothing more is written: every caller gets the same error, and must not send.
package actor JournalWriter {
  private enum Turn: Sendable {
    case written
    case failed(IAPError)
    /// This caller writes the steps that have gathered.
    case leads
  }

  private let run: any JournalRun
  private var gathered: [JournalStep] = []
  private var waiting: [CheckedContinuation<Turn, Never>] = []
  private var isWriting = false
  /// The first failure; nil while there is none.
  package private(set) var failure: IAPError?

  package init(_ run: any JournalRun) { self.run = run }

  /// Writes steps, all or none. They are durable when the function returns.
  package func write(_ steps: [JournalStep]) async throws(IAPError) {
    if let failure { throw failure }
    gathered += steps
    if isWriting {
      switch await withCheckedContinuation({ waiting.append($0) }) {
      case .written: return
      case .failed(let error): throw error
      case .leads: break
      }
    }
    isWriting = true
    try await writeGathered()
  }

  private func writeGathered() async throws(IAPError) {
    let (steps, others) = (gathered, waiting)
    (gathered, waiting) = ([], [])
    do {
      try await run.write(steps)
    } catch {
      failure = error
      for caller in others + waiting { caller.resume(returning: .failed(error)) }
      (gathered, waiting, isWriting) = ([], [], false)
      throw error
    }
    for caller in others { caller.resume(returning: .written) }
    if waiting.isEmpty {
      isWriting = false
    } else {
      waiting.removeFirst().resume(returning: .leads)
    }
  }
}
