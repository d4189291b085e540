import IAPBatch
import IAPCore

/// Payments that are consumed while their results are shown.
final class ConsumeResults {
  private let process: any ConsumeProcess
  private let source: ConsumeSource
  private let plan: ConsumePlan
  private let context: Context
  private var summary = ConsumeSummary()
  private var failures: FailureTally = []
  private var remarks: [String] = []
  /// Those of which nobody knows.
  private var unknown: Set<Identifier> = []
  /// The payments that a run through the lists does not meet, and that are unknown; nil where
  /// nobody keeps count.
  var unmet: ((_ isMet: (Identifier) -> Bool) async throws -> [IAPError])?

  init(
    _ process: any ConsumeProcess, _ source: ConsumeSource, _ plan: ConsumePlan,
    in context: Context
  ) {
    self.process = process
    self.source = source
    self.plan = plan
    self.context = context
  }

  var report: Report {
    let language = context.settings.language
    let section = Report.Section("results", ConsumeRecord.schema, total: source.total) { take in
      do {
        try await self.process.consume(from: self.source.next) { results in
          for result in results { self.count(result) }
          try take(results.map { ConsumeRecord.make($0, in: language) })
        }
        try await self.lookForUnmet()
      } catch let error as IAPError where self.summary.total > 0 {
        // What prevents more of it ends the batch, but what was consumed by then is told.
        self.failures.add(error)
      }
    }
    return Report(.lists([section])) { self.conclusion() }
  }

  /// A list that has nothing more is not all clear while the journal has something unknown.
  private func lookForUnmet() async throws {
    guard let errors = try await unmet?({ self.unknown.contains($0) }), !errors.isEmpty else {
      return
    }
    if plan.resumes {
      errors.forEach { failures.add($0) }
    } else {
      let count = errors.count == 1 ? "1 payment is" : "\(errors.count) payments are"
      remarks.append("\(count) still unknown, and in no list: see 'iapctl journal list --unknown'")
    }
  }

  private func count(_ result: ConsumeResult) {
    summary.count(result)
    if result.outcome == .unknown { unknown.insert(result.paymentSeq) }
    if let error = result.undoError { failures.add(error) }
    if result.outcome == .alreadyConsumed, plan.acceptsConsumed { return }
    if let error = result.error { failures.add(error.about(paymentSeq: result.paymentSeq)) }
  }

  private func conclusion() -> Report.Conclusion {
    var conclusion = source.conclusion()
    conclusion.failures.add(failures)
    let fine: [ConsumeResult.Outcome] =
      plan.acceptsConsumed ? [.consumed, .skipped, .alreadyConsumed] : [.consumed, .skipped]
    let isAnyFine = fine.contains { summary[$0] > 0 }
    conclusion.isPartial = isAnyFine || (summary.total == 0 && conclusion.isPartial)
    conclusion.summary = ConsumeRecord.make(summary)
    let counts = ConsumeResult.Outcome.allCases.filter { summary[$0] > 0 }
      .map { "\(summary[$0]) \($0.rawValue)" }
    conclusion.done = counts.joined(separator: ", ")
    if summary.total > 1 { conclusion.remarks.append(conclusion.done) }
    conclusion.remarks += remarks
    return conclusion
  }
}
