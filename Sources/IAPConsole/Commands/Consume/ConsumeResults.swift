import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import JSON
import Languages
import Records
import System

/// Consumes payments while their results are printed.
final class ConsumeResults {
  private let batch: Batch
  private let source: any ConsumeSource
  private let session: ConsumeSession
  private let selection: ConsumeCommand.Inputs.Selection
  private let kept: KeptUnknowns?
  private let context: Context
  private var tally: ConsumeTally
  private var hints: [Sentence] = []
  /// Whether the reader of the results has closed the pipe.
  private var isUnread = false
  private var skipped: [ConsumeResult] = []
  private var notices: [Sentence] = []

  init(
    _ selection: ConsumeCommand.Inputs.Selection, _ source: any ConsumeSource,
    _ batch: Batch, _ session: ConsumeSession, keeping kept: KeptUnknowns?,
    in context: Context
  ) {
    (self.selection, self.source, self.batch, self.session) = (selection, source, batch, session)
    (self.kept, self.context) = (kept, context)
    tally = session.tally
  }

  var report: Report {
    let section = RecordSection("results", ConsumeRecord.schema, total: source.total) { emit in
      do {
        try await self.batch.consume(from: self.source, expecting: self.source.total) {
          try self.countAndEmit($0, emit)
        }
        try await self.findUnlistedUnknowns()
        try await self.findOtherOwners()
        await self.noteOtherNames()
      } catch let error as IAPError where self.tally.summary.total > 0 {
        // The error ends the batch, but the results until now are still printed.
        self.tally.add(error)
      }
    }
    return Report(.lists([section])) { self.summary() }
  }

  /// Prints results while they have a reader, and counts all of them.
  private func countAndEmit(_ results: [ConsumeResult], _ emit: (RecordBatch) throws -> Void) throws
  {
    for result in results {
      tally.count(result)
      if let difference = RowDifference.ofAnswer(result) {
        context.messages.warn(ConsumeMessages.answerDiffers(result.paymentSeq, difference))
      }
    }
    if checksOwners { skipped += results.filter { $0.outcome == .skipped && $0.user != nil } }
    let shown = hidesRest ? results.filter { !$0.isUnsentRest } : results
    guard !isUnread, !shown.isEmpty else { return }
    do {
      var records = RecordBatch(width: ConsumeRecord.schema.fields.count)
      let tally = tally
      for result in shown {
        ConsumeRecord.append(result, to: &records, hint: tally.hint(for: result))
      }
      try emit(records)
    } catch {
      isUnread = true
      throw error
    }
  }

  /// Whether people read the results: the payments that a stop left unsent are only counted.
  private var hidesRest: Bool {
    let format = context.settings.output.format
    guard source.total != 1, !format.isJSON else { return false }
    return format == .table || context.environment.output.isTerminal
  }

  /// An empty unconsumed list does not mean that all is well: the journal may contain unknown
  /// payments that are in no list.
  private func findUnlistedUnknowns() async throws {
    guard case .all(let query) = selection, session.isJournaled else { return }
    let results = try await session.leftUnknown(of: query.users, in: query.markets) {
      tally.isUnknown($0)
    }
    if results.isEmpty { return }
    if session.plan.rules.resumes {
      for result in results { if let error = result.error { tally.add(error, of: result) } }
    } else {
      let only = results.count == 1 ? results[0].paymentSeq : nil
      let command =
        "iapctl journal list --unknown"
        + context.typed.shellText(of: [GlobalOptions.journal.specification])
      hints.append(
        ConsumeMessages.unknownAndUnlisted(results.count, only: only, command: command))
    }
  }

  private func noteOtherNames() async {
    let names = await batch.otherNames.sorted { $0.text < $1.text }
    if !names.isEmpty { context.messages.note(ConsumeMessages.otherNames(names)) }
  }

  /// Whether the users of skipped payments are looked up: of those that are given by number.
  private var checksOwners: Bool {
    if case .listed = selection { session.plan.rules.resumes } else { false }
  }

  /// A payment that an earlier run consumed for another user is no success for this one.
  private func findOtherOwners() async throws {
    for result in skipped {
      guard let owner = try await session.owner(of: result.paymentSeq), owner != result.user
      else { continue }
      notices.append(ConsumeMessages.consumedForAnotherUser(result.paymentSeq, owner: owner))
    }
  }

  private func summary() -> Report.Summary {
    var summary = source.summary
    summary.notices += notices
    summary.failures.add(tally.failures)
    summary.countedNoun = .payments
    summary.isPartial =
      tally.isAnyFine || (tally.summary.total == 0 && summary.isPartial)
    summary.counts = ConsumeRecord.make(tally.summary)
    summary.done = ConsumeMessages.outcomes(tally.summary, nil)
    summary.hints += hints + tally.notices
    summary.warnings += tally.warnings
    // Without a journal, it is not known which payments of a file are unknown.
    let input = kept?.close() ?? (session.isJournaled ? source.settlingInput : nil)
    summary.unsettled = tally.unsettled(by: input)
    summary.settlingHint = tally.settlingHint(by: input)
    summary.continuation = tally.continuation
    summary.hint = { [tally] in tally.hint(afterRun: $0) }
    // A program knows all of a single payment from its record or its error. Only JSON lines do not count an
    // empty batch elsewhere.
    let total = tally.summary.total
    let isCounted =
      switch context.settings.output.format {
      case .jsonl: total > 1 || total == 0 && summary.failures.isEmpty
      case let format: total > (format.isJSON ? 1 : 0)
      }
    if isCounted {
      let place = context.place.name
      summary.closing = (
        ConsumeMessages.outcomes(tally.summary, place),
        ConsumeRecord.document(tally.summary, at: place)
      )
    }
    return summary
  }
}
