package import CommandLine
import JSON

/// The result of a command: records and a summary, independent of the output format.
package struct Report {
  /// What is known after the last record.
  package struct Summary {
    /// Messages for standard error that the records do not contain.
    package var notices: [String] = []
    /// Messages that only a person needs: "no unconsumed purchases", if the list is empty. JSON
    /// errors omit them.
    package var hints: [String] = []
    /// What was done, in a few words, for the error if standard output cannot be written.
    package var done = "the command succeeded"
    package var failures: FailureTally = []
    /// The failed payments that may or may not have been consumed. Each is named.
    package var unsettled: [UnsettledPayment] = []
    /// A command that settles all of them, as a hint. Nil if each needs its own command.
    package var settlingHint: String?
    /// Whether anything succeeded.
    package var isPartial = false
    /// The counts for the member `summary` of the JSON document.
    package var counts: (RecordSchema, Record)?

    package init() {}

    /// The last line of standard error, as text and as JSON.
    var closing: (text: String, document: JSONValue)?
    /// The parts of the command that can fail.
    package var things = FailureTally.Things.markets
  }

  package let content: Content
  package let summarize: () -> Summary

  package init(_ content: Content, summarize: @escaping () -> Summary = { Summary() }) {
    self.content = content
    self.summarize = summarize
  }

  /// Text for standard output.
  package static func text(_ text: String) -> Report {
    Report(.text { sink in try sink(Array(text.utf8)) })
  }

  /// Nothing on standard output, and notices on standard error.
  package static func nothing(notices: [String] = []) -> Report {
    Report(.nothing) {
      var summary = Summary()
      summary.notices = notices
      return summary
    }
  }

  /// Writes the records in a format, as ``Content`` does.
  func render(
    with settings: OutputSettings, on display: Display,
    emit: @Sendable @escaping ([UInt8]) throws -> Void, flush: () throws -> Void,
    pass: () throws -> Void, advance: (_ done: Int, _ total: Int?) -> Void
  ) async throws -> Summary {
    var summary: Summary?
    try await content.render(
      with: settings, on: display, emit: emit, flush: flush, pass: pass, advance: advance
    ) {
      let ended = summarize()
      summary = ended
      return Content.Ending(
        isFailed: !ended.failures.isEmpty && !ended.isPartial, counts: ended.counts)
    }
    return summary ?? summarize()
  }
}
