import CommandLine
import IAPCore
import JSON
import Text

/// Writes errors, hints, notes and traces to standard error.
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
  var commandHint: @Sendable (IAPError) -> String? = { _ in nil }

  /// Writes an error.
  ///
  /// - Parameter hint: replaces the hints of the command and of the error.
  func tell(_ error: IAPError, exit: ExitStatus, hint: String? = nil) {
    let hint = hint ?? commandHint(error) ?? ErrorMessages.hint(of: error)
    if format.isJSON {
      return document(ErrorRecord.document(of: error, in: language, exit: exit, hint: hint))
    }
    tell(ErrorMessages.message(of: error, in: language), of: error)
    if let hint { self.hint(hint) }
  }

  /// Writes failures that differ only in the payment. JSON has only the first of them.
  func tell(_ group: FailureTally.Group, exit: ExitStatus, withHint: Bool = true) {
    guard !format.isJSON else { return tell(group.error, exit: exit) }
    tell(ErrorMessages.message(of: group, in: language), of: group.error)
    if withHint, let hint = commandHint(group.error) ?? ErrorMessages.hint(of: group.error) {
      self.hint(hint)
    }
  }

  private func tell(_ message: String, of error: IAPError) {
    let label = Style.failure.apply("error:", isColoured: isColoured)
    let code = error.number.map { " [\(error.domain) \($0) \(error.name)]" } ?? ""
    write("iapctl: \(label) \(VisibleText.make(message))\(code)")
  }

  /// Writes a hint for the error in the line above.
  func hint(_ text: String) {
    let label = Style.bold.apply("hint:", isColoured: isColoured)
    write("\(label) \(VisibleText.make(text))")
  }

  /// Writes a note, unless `--quiet` is given.
  func note(_ text: String) {
    if !isQuiet { write(format.isJSON ? line("note", text) : "iapctl: \(VisibleText.make(text))") }
  }

  /// Writes a warning: most likely a mistake, but not refused.
  func warn(_ text: String) {
    guard !isQuiet else { return }
    guard !format.isJSON else { return write(line("warning", text)) }
    let label = Style.bold.apply("warning:", isColoured: isColoured)
    write("iapctl: \(label) \(VisibleText.make(text))")
  }

  /// Writes a line about a request to the backend.
  func trace(_ text: String) {
    guard !format.isJSON else { return write(line("trace", text)) }
    write(Style.faint.apply("iapctl: trace: \(VisibleText.make(text))", isColoured: isColoured))
  }

  /// Writes a question or a progress line, without a line break.
  func ask(_ text: String) { write(Array(text.utf8)) }

  /// Writes a JSON document as one line.
  func document(_ document: JSONValue) { write(document.line) }

  private func line(_ name: String, _ text: String) -> String {
    JSONValue.object([.init(name, .string(text))]).line
  }

  private func write(_ line: String) { write(Array((line + "\n").utf8)) }
}
