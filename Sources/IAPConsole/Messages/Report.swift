import CommandLine
import IAPCore
import IAPMessages
import JSON
import Languages

/// The result of a command: records and a summary, independent of the output format.
struct Report {
  /// What is known after the last record.
  struct Summary {
    /// Messages for standard error that the records do not contain.
    var notices: [Sentence] = []
    /// Messages that only a person needs: "no unconsumed purchases", if the list is empty. JSON
    /// errors omit them.
    var hints: [Sentence] = []
    /// What a person must check. It is written with `--quiet` and with JSON too.
    var warnings: [Sentence] = []
    /// What was done, for the error if standard output cannot be written.
    var done = ReportMessages.succeeded
    var failures: FailureTally = []
    /// The failed payments that may or may not have been consumed. Each is named.
    var unsettled: [UnsettledPayment] = []
    /// A command that settles all of them, as a hint. Nil if each needs its own command.
    var settlingHint: Sentence?
    /// A command that does what this one did not get to, if it was stopped.
    var continuation: Sentence?
    /// The hint for an error, which depends on what was done before it. Nil for its usual hint.
    var hint: (IAPError) -> Sentence? = { _ in nil }
    /// Whether anything succeeded.
    var isPartial = false
    /// Whether JSON prints the document also if everything failed and it has no records.
    var hasDocument = false
    /// The exit status of a program that the command ran; nil to use that of ``failures``.
    var status: ExitStatus?
    /// The counts for the member `summary` of the JSON document.
    var counts: (RecordSchema, Record)?

    /// The last line of standard error. JSON has the document instead of a note with the message,
    /// if there is one.
    var closing: (message: Sentence, document: JSONValue?)?
    /// The parts of the command that can fail.
    var countedNoun = FailureTally.CountedNoun.markets
  }

  let content: Content
  let summarize: () -> Summary

  init(_ content: Content, summarize: @escaping () -> Summary = { Summary() }) {
    self.content = content
    self.summarize = summarize
  }

  /// - Parameter complete: says what is known after the last record.
  init(_ content: Content, complete: @escaping (inout Summary) -> Void) {
    self.init(content) {
      var summary = Summary()
      complete(&summary)
      return summary
    }
  }

  /// Text for standard output.
  static func text(_ text: String) -> Report {
    Report(.text { sink in try sink(Array(text.utf8)) })
  }

  /// Nothing on standard output, and notices on standard error.
  static func nothing(notices: [Sentence] = []) -> Report {
    Report(.nothing) { $0.notices = notices }
  }

  /// Writes the records in a format, as ``Content`` does.
  ///
  /// - Parameter totals: counts the records; nil to count none.
  func render(
    counting totals: ListTotals?, with settings: OutputSettings, on display: Display,
    emit: @Sendable @escaping ([UInt8]) throws -> Void, flush: () throws -> Void,
    afterBatch: () throws -> Void, advance: (_ done: Int, _ total: Int?) -> Void
  ) async throws -> Summary {
    var summary: Summary?
    let content = totals?.counting(self.content) ?? self.content
    try await content.render(
      with: settings, on: display, emit: emit, flush: flush, afterBatch: afterBatch,
      advance: advance
    ) {
      let ended = summarize()
      summary = ended
      return Content.Ending(
        isFailed: !ended.failures.isEmpty && !ended.isPartial
          && !(ended.hasDocument && settings.format == .json),
        counts: ended.counts)
    }
    return summary ?? summarize()
  }
}

/// A payment that may or may not have been consumed, and how to settle it.
struct UnsettledPayment: Equatable, Sendable {
  let error: IAPError
  /// Names the payment. It also contains the command if the payment needs its own.
  let notice: Sentence
  /// What to do, as a complete sentence.
  let hint: Sentence
  /// What to do if it stays unknown. Nil if the hint says all.
  let followUp: Sentence?
}
