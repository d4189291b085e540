package import CommandLine
import JSON

/// What a command answers: records, and what there is to say in the end. It knows no format.
package struct Report {
  /// What there is to say when everything has been pulled.
  package struct Summary {
    /// What the records do not say, for the reader of standard error.
    package var notices: [String] = []
    /// What a person does not see at once in the records, and a program does.
    package var hints: [String] = []
    /// What was done, in a few words, for when it cannot be shown.
    package var done = "the command succeeded"
    package var failures: FailureTally = []
    /// The payments among the failures that may or may not have been consumed, each to be named.
    package var unsettled: [UnsettledPayment] = []
    /// One command that settles all of them, if there is one.
    package var settlingHint: String?
    /// Whether anything succeeded beside the failures.
    package var isPartial = false
    /// Counts under a name of their own, where the document has room for them.
    package var counts: (RecordSchema, Record)?

    package init() {}

    /// The last line of standard error: what it came to, for a person and for a program.
    var closing: (text: String, document: JSONValue)?
    /// What the failures are among.
    package var things = FailureTally.Things.markets
  }

  package let content: Content
  package let summarize: () -> Summary

  package init(_ content: Content, summarize: @escaping () -> Summary = { Summary() }) {
    self.content = content
    self.summarize = summarize
  }

  /// Some words for a person.
  package static func text(_ text: String) -> Report {
    Report(.text { sink in try sink(Array(text.utf8)) })
  }

  /// Nothing on standard output, and perhaps a word beside it.
  package static func nothing(notices: [String] = []) -> Report {
    Report(.nothing) {
      var summary = Summary()
      summary.notices = notices
      return summary
    }
  }

  /// Shows everything in a format, as ``Content`` does.
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
