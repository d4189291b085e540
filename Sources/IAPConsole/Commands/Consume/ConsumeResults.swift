import CommandLine
import IAPBatch
import IAPCore
import JSON

/// Consumes payments while their results are printed.
final class ConsumeResults {
  private let runner: any BatchRunner
  private let source: ConsumeSource
  private let kept: KeptUnknowns?
  private let context: Context
  private var tally: ConsumeTally
  private var hints: [String] = []
  /// Whether the reader of the results has closed the pipe.
  private var isUnread = false
  /// Finds unknown payments that no unconsumed list contains. Nil if they are not looked for.
  var unmet: ((_ isMet: (Identifier) -> Bool) async throws -> [ConsumeResult])?
  private let resumes: Bool

  init(
    _ runner: any BatchRunner, _ source: ConsumeSource, _ session: ConsumeSession,
    keeping kept: KeptUnknowns?, in context: Context
  ) {
    self.runner = runner
    self.source = source
    self.kept = kept
    self.context = context
    tally = session.tally
    resumes = session.plan.resumes
  }

  var report: Report {
    let section = RecordSection("results", ConsumeRecord.schema, total: source.total) { take in
      do {
        try await self.runner.consume(from: self.source.next) { try self.tell($0, take) }
        try await self.lookForUnmet()
      } catch let error as IAPError where self.tally.summary.total > 0 {
        // The error ends the batch, but the results until now are still printed.
        self.tally.add(error)
      }
    }
    return Report(.lists([section])) { self.summary() }
  }

  /// Prints results while they have a reader, and counts all of them.
  private func tell(_ results: [ConsumeResult], _ take: ([Record]) throws -> Void) throws {
    for result in results { tally.count(result) }
    guard !isUnread else { return }
    do {
      let language = context.settings.language
      try take(
        results.map { ConsumeRecord.make($0, in: language, hint: tally.hint(for: $0)) })
    } catch {
      isUnread = true
      throw error
    }
  }

  /// An empty unconsumed list does not mean that all is well: the journal may contain unknown
  /// payments that are in no list.
  private func lookForUnmet() async throws {
    guard let results = try await unmet?({ tally.isUnknown($0) }), !results.isEmpty else {
      return
    }
    if resumes {
      for result in results { if let error = result.error { tally.add(error, of: result) } }
    } else {
      let count = results.count == 1 ? "1 payment is" : "\(results.count) payments are"
      hints.append(
        "\(count) still unknown and in no unconsumed list; to see them: iapctl journal list "
          + "--unknown")
    }
  }

  private func summary() -> Report.Summary {
    var summary = source.summary()
    summary.failures.add(tally.failures)
    summary.things = .payments
    summary.isPartial =
      tally.isAnyFine || (tally.summary.total == 0 && summary.isPartial)
    summary.counts = ConsumeRecord.make(tally.summary)
    summary.done = tally.words
    summary.hints += hints + tally.notices
    let input = kept?.close() ?? source.settlingInput
    summary.unsettled = tally.unsettled(by: input)
    summary.settlingHint = tally.settlingHint(by: input)
    if tally.summary.total > 1 {
      summary.closing = (
        tally.words, .object([.init("summary", ConsumeRecord.document(tally.summary))])
      )
    }
    return summary
  }
}
