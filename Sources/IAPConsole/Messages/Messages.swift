import CommandLine
import IAPCore
import IAPMessages
import JSON
import Languages
import Synchronization
import Text

/// Writes errors, hints, notes and traces to standard error, where they become text.
///
/// Every line begins with `iapctl: `, except a hint, which belongs to the line above it. If the
/// output is JSON, every line is a JSON object with one member: `error`, `warning`, `note`,
/// `summary` or `trace`. Failures to write are ignored, because no other stream could report them.
struct Messages: Sendable {
  let write: @Sendable ([UInt8]) -> Void
  var format = OutputFormat.table
  var language = Language.english
  var isColoured = false
  var isQuiet = false
  /// The running command's hint for an error. Nil to use the error's own hint.
  var commandHint: @Sendable (IAPError) -> Sentence? = { _ in nil }
  /// Whether a server of a fixture store has started this process. Hints name its store.
  var isServed = false
  /// Completes the commands of hints and notes.
  var hints = HintText()
  /// Where requests are sent, once that is known. Their errors name it.
  var place: @Sendable () -> PlaceName? = { nil }

  /// The language of what is written: programs read English in each language.
  var outputLanguage: Language { format.isJSON ? .english : language }

  func text(_ message: Sentence) -> String { outputLanguage.text(message) }

  /// Writes an error and its hint.
  ///
  /// - Parameter hint: replaces the hints of the command and of the error.
  func report(_ error: IAPError, exit: ExitStatus, hint: Sentence? = nil) {
    report(FailureTally([error]).groups[0], exit: exit, hint: hint)
  }

  /// Takes over the settings of a command line that has been read.
  mutating func follow(_ settings: Settings, _ hints: HintText) {
    (format, language) = (settings.output.format, settings.language)
    (isQuiet, self.hints) = (settings.isQuiet, hints)
  }

  /// The given hint, or else that of the command, or else that of the error.
  ///
  /// - Parameter isOfMany: whether the error stands for those of other payments too.
  private func text(
    _ hint: Sentence?, for group: FailureTally.Group, ofMany isOfMany: Bool = false
  ) -> String? {
    let error = group.error
    var text =
      (hint ?? commandHint(error)).map(text)
      ?? ErrorMessages.hint(of: error).map(outputLanguage.text)
    text = text.map {
      ErrorMessages.naming(isOfMany ? nil : error.subject.paymentSeq, of: group.user, in: $0)
    }
    guard isServed else { return text }
    // The words of a command are the same in each language.
    return text?.replacing("--store PATH", with: #"--store "$\#(Variables.fixtureStore)""#)
  }

  private func document(_ error: IAPError, exit: ExitStatus, hint: String?) {
    document(
      ErrorRecord.document(
        of: error, at: error.isOfRequest ? place() : nil, exit: exit, hint: hint))
  }

  /// Writes failures that differ only in the payment. JSON has only the first of them.
  ///
  /// - Parameter hint: replaces the hints of the command and of the error.
  func report(
    _ group: FailureTally.Group, exit: ExitStatus, withHint: Bool = true, hint: Sentence? = nil
  ) {
    guard !format.isJSON else {
      return document(
        group.error, exit: exit, hint: text(hint, for: group).map(hints.completed))
    }
    report(ErrorMessages.message(of: group), of: group.error)
    if withHint, let hint = text(hint, for: group, ofMany: group.count > 1) {
      self.hint(hint)
    }
  }

  private func report(_ message: Sentence, of error: IAPError) {
    let label = label(ReportMessages.error, .failure)
    let code = error.number.map { " [\(error.domain) \($0) \(error.name)]" } ?? ""
    // The summary of a consume names the place, not each of its payments.
    let isNamed = error.isOfRequest && error.subject.paymentSeq == nil
    let place =
      isNamed ? self.place().map { " (\(outputLanguage.text(PlaceMessages.name($0))))" } ?? "" : ""
    write("iapctl: \(label) \(VisibleText.make(text(message) + place))\(code)")
  }

  /// Writes a hint for the error in the line above.
  private func hint(_ message: Sentence) { hint(text(message)) }

  private func hint(_ text: String) {
    let label = label(ReportMessages.hint, .bold)
    for line in hints.lines(text) { write("\(label) \(VisibleText.make(line))") }
  }

  /// Writes a note, unless `--quiet` is given.
  func note(_ message: Sentence) {
    guard !isQuiet else { return }
    let text = text(message)
    guard !format.isJSON else { return write(line("note", hints.completed(text))) }
    for line in hints.lines(text) { write("iapctl: \(VisibleText.make(line))") }
  }

  /// Writes a warning: most likely a mistake, but not refused.
  func warn(_ message: Sentence) { if !isQuiet { alert(message) } }

  /// Writes a warning with `--quiet` too.
  private func alert(_ message: Sentence) {
    let text = text(message)
    guard !format.isJSON else { return write(line("warning", text)) }
    let label = label(ReportMessages.warning, .bold)
    write("iapctl: \(label) \(VisibleText.make(text))")
  }

  /// Writes a line about a request to the backend, which is English in each language.
  func trace(_ text: String) {
    guard !format.isJSON else { return write(line("trace", text)) }
    write(Style.faint.apply("iapctl: trace: \(VisibleText.make(text))", isColoured: isColoured))
  }

  /// Writes a question without a line break, for a person also if the output is JSON.
  ///
  /// - Parameter lines: the lines above it.
  func ask(_ question: Sentence, below lines: [Line]) {
    let above = lines.map { line in
      String(repeating: "  ", count: line.depth) + VisibleText.make(language.text(line.message))
        + "\n"
    }
    write(Array((above.joined() + language.text(question)).utf8))
  }

  /// Ends the line of a question that got no answer.
  func endQuestion() { write("") }

  /// Writes a message in the place of the last one. Nil only erases that one.
  ///
  /// - Parameter width: the columns of the last one.
  /// - Returns: the columns of this one.
  func overwrite(_ message: Sentence?, width: Int) -> Int {
    let line = message.map { "iapctl: \(language.text($0))" } ?? ""
    let columns = DisplayWidth.of(line)
    let padding = String(repeating: " ", count: max(0, width - columns))
    write(Array("\r\(line)\(padding)\(message == nil ? "\r" : "")".utf8))
    return columns
  }

  func document(_ document: JSONValue) { write(document.line) }

  private func label(_ label: Sentence, _ style: Style) -> String {
    style.apply(language.text(label), isColoured: isColoured)
  }

  private func line(_ name: String, _ text: String) -> String {
    JSONValue.object([.init(name, .string(text))]).line
  }

  private func write(_ line: String) { write(Array((line + "\n").utf8)) }
}

extension IAPError {
  /// Whether the answer to a request, or its lack, is the error.
  fileprivate var isOfRequest: Bool {
    if case .http = code { return true }
    return httpStatus != nil || serverCode != nil
  }
}

extension Messages {
  /// A line above a question.
  struct Line {
    let message: Sentence
    /// How far it is indented.
    var depth = 1
  }

  /// Writes notices, hints and failures after the records of a report. The summary is the last
  /// line.
  func report(_ summary: Report.Summary, exit status: ExitStatus) {
    // A program that reads JSON errors expects only errors and the summary.
    if summary.failures.isEmpty || !format.isJSON {
      for notice in summary.notices { note(notice) }
    }
    if !format.isJSON { for hint in summary.hints { note(hint) } }
    for warning in summary.warnings { alert(warning) }
    reportFailures(summary, exit: status)
    close(summary)
  }

  /// Writes the unknown payments and the summary if the results have no reader any more.
  func reportUnread(_ summary: Report.Summary, exit status: ExitStatus) {
    for warning in summary.warnings { alert(warning) }
    reportUnsettled(summary, exit: status)
    close(summary)
  }

  private func reportFailures(_ summary: Report.Summary, exit status: ExitStatus) {
    // Equal advice is given once.
    var advised: Set<String> = []
    for group in summary.failures.groups {
      let isNamed = !summary.unsettled.isEmpty && group.error.outcome == .unknown
      if isNamed, format.isJSON { continue }
      let hint = summary.hint(group.error)
      let isNew = text(hint, for: group).map { advised.insert($0).inserted } ?? false
      report(group, exit: status, withHint: !isNamed && isNew, hint: hint)
    }
    if summary.failures.suppressed > 0, !format.isJSON {
      note(ReportMessages.moreFailures(summary.failures.suppressed))
    }
    reportUnsettled(summary, exit: status)
  }

  /// The maximum number of unknown payments for each of which the commands are printed that a person enters an
  /// outcome with.
  private static let mostFollowUps = 5

  /// Names each payment whose outcome is unknown, with the command that settles it.
  private func reportUnsettled(_ summary: Report.Summary, exit status: ExitStatus) {
    if format.isJSON {
      for payment in summary.unsettled {
        let hints = [payment.hint, payment.followUp].compactMap(\.self)
        document(
          payment.error, exit: status,
          hint: self.hints.completed(hints.map(text).joined(separator: "; ")))
      }
      return
    }
    let isOne = summary.unsettled.count == 1
    for payment in summary.unsettled { hint(isOne ? payment.hint : payment.notice) }
    if !isOne, let common = summary.settlingHint { hint(common) }
    let followUps = summary.unsettled.compactMap(\.followUp)
    if followUps.count > Self.mostFollowUps {
      hint(ConsumeMessages.listUnknown)
    } else {
      followUps.forEach { hint($0) }
    }
  }

  private func close(_ summary: Report.Summary) {
    if let continuation = summary.continuation, !format.isJSON { hint(continuation) }
    guard let closing = summary.closing, !isQuiet else { return }
    if format.isJSON, let document = closing.document {
      self.document(document)
    } else {
      note(closing.message)
    }
  }
}

/// The progress of work whose total is not known, from any thread.
final class SharedProgress: Sendable {
  private let progress: Mutex<Progress>

  init(_ progress: sending Progress) { self.progress = Mutex(progress) }

  /// - Parameter done: nil at the end.
  func advance(to done: Int?) {
    progress.withLock { progress in
      if let done { progress.advance(to: done, of: nil) } else { progress.end() }
    }
  }
}
