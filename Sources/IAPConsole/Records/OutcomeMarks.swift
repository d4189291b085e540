import CommandLine
import IAPBatch

extension Mark {
  /// What a field with the outcome of a consume, of a delivery or of an undo shows on a terminal.
  static let outcomes: [String: [String: Mark]] = {
    let consumed = ConsumeResult.Outcome.allCases.map(JournalEntry.Outcome.consume)
    let all = consumed + [.open, .notConsumed, .done, .failed, .unknown]
    return ["outcome": Dictionary(all.map { ($0.name, $0.mark) }) { first, _ in first }]
  }()
}

extension JournalEntry.Outcome {
  fileprivate var mark: Mark {
    switch self {
    case .consume(.consumed), .done: Mark("✓", .success)
    case .consume(.alreadyConsumed): Mark("=", .success)
    case .consume(.refused), .failed: Mark("✗", .failure)
    case .consume(.unknown), .unknown: Mark("?", .caution)
    case .consume(.notSent), .consume(.skipped), .notConsumed: Mark("-", .faint)
    case .open: Mark("…", .caution)
    }
  }
}
