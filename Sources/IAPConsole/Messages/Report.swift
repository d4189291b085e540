package import CommandLine
package import IAPCore
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
    /// What to do with those that these commands leave unknown.
    package var followUp: String?
    /// A command that does what this one did not get to, if it was stopped.
    package var continuation: String?
    /// The hint for an error, which depends on what was done before it. Nil for its usual hint.
    var hint: (IAPError) -> String? = { _ in nil }
    /// Whether anything succeeded.
    package var isPartial = false
    /// Whether JSON prints the document also if everything failed and it has no records.
    package var hasDocument = false
    /// The exit status of a program that the command ran; nil to use that of ``failures``.
    package var status: ExitStatus?
    /// The counts for the member `summary` of the JSON document.
    package var counts: (RecordSchema, Record)?

    package init() {}

    /// The last line of standard error, as text and as JSON.
    var closing: (text: String, document: JSONValue)?
    /// The parts of the command that can fail.
    package var things = FailureTally.CountedNoun.markets
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
        isFailed: !ended.failures.isEmpty && !ended.isPartial
          && !(ended.hasDocument && settings.format == .json),
        counts: ended.counts)
    }
    return summary ?? summarize()
  }
}

extension IAPError {
  /// An invalid command line (exit 64) or setting (exit 78).
  init(_ error: UsageError, in table: any MessageTable) {
    let code: ConsoleCode =
      switch error.origin {
      case .commandLine: .usage
      case .variable, .configuration, .missingBackend: .configuration
      }
    let text = table.text(of: error)
    self = .iapctl(code, .usage(text.message.text, hint: text.hint?.text))
  }
}

/// An error in JSON: as a document, and as the members of an object.
enum ErrorRecord {
  static func document(
    of error: IAPError, in language: Language, at place: String?, exit: ExitStatus, hint: String?
  ) -> JSONValue {
    let members = members(of: error, in: language, at: place, exit: exit, hint: hint)
    return .object([.init("error", .object(members))])
  }

  /// - Parameter place: where the request was sent, if the message is to name it.
  static func members(
    of error: IAPError, in language: Language, at place: String? = nil, exit: ExitStatus,
    hint: String?
  ) -> [JSONValue.Member] {
    let subject = error.subject
    let message =
      ErrorMessages.message(of: error, in: .english) + (place.map { " (\($0))" } ?? "")
    return [
      .init("name", .string(error.name)), .init("domain", .string(error.domain)),
      .init("code", error.number.map(JSONValue.integer) ?? .null),
      .init("serverCode", error.serverCode.map(JSONValue.integer) ?? .null),
      .init("httpStatus", error.httpStatus.map(JSONValue.integer) ?? .null),
      .init("paymentSeq", .text(subject.paymentSeq?.text)),
      .init("storeCode", .text(subject.storeCode?.text)),
      .init("productIdentifier", .text(subject.productIdentifier?.text)),
      .init("message", .string(message)), .init("hint", .text(hint)),
      .init("outcome", .string(error.outcome.rawValue)),
      .init("retryable", .flag(exit != .unknown && ExitStatus(of: error).isRetryable)),
      .init("exitCode", .integer(exit.code)),
    ]
  }
}

/// A payment that may or may not have been consumed, and how to settle it.
package struct UnsettledPayment: Equatable, Sendable {
  package let error: IAPError
  /// Names the payment. It also contains the command if the payment needs its own.
  package let notice: String
  /// What to do, as a complete sentence.
  package let hint: String
  /// What to do if it stays unknown. Nil if the hint says all.
  package let followUp: String?

  package init(_ error: IAPError, notice: String, hint: String, followUp: String? = nil) {
    (self.error, self.notice, self.hint) = (error, notice, hint)
    self.followUp = followUp
  }
}
