package import IAPCore

/// Writes down the steps of many tasks in as few transactions as there can be: what comes while one
/// is on its way to the disk is written by the next.
///
/// After a failure nothing more is written: every caller gets the same error, and may send nothing.
package actor JournalWriter {
  private enum Turn: Sendable {
    case written
    case failed(IAPError)
    /// It is for this caller to write what has gathered.
    case leads
  }

  private let run: any JournalRun
  private var gathered: [JournalStep] = []
  private var waiting: [CheckedContinuation<Turn, Never>] = []
  private var isWriting = false
  /// Why nothing more is written, once something failed.
  package private(set) var failure: IAPError?

  package init(_ run: any JournalRun) { self.run = run }

  /// Writes steps down, all or none; they are durable when it returns.
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
