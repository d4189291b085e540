import CommandLine
import IAPCore
import JSON
import Text

/// Standard error: errors, hints, notes and traces, in the program's one voice.
///
/// Every line begins with `iapctl: `, except a hint, which belongs to the line above; where the
/// output is JSON, every line is a JSON object with one member: `error`, `warning`, `note`, `summary` or
/// `trace`. What
/// cannot be written there is lost: there is no other place to tell it.
struct Messages: Sendable {
  let write: @Sendable ([UInt8]) -> Void
  var format = OutputFormat.table
  var language = Language.english
  var isColoured = false
  var isQuiet = false
  /// What to do about an error in the command that runs; nil if it has nothing better to say than
  /// the error's own hint.
  var commandHint: @Sendable (IAPError) -> String? = { _ in nil }

  /// Tells what failed; as JSON if the output is JSON.
  ///
  /// - Parameter hint: what to do, if the caller knows better than the error itself.
  func tell(_ error: IAPError, exit: ExitStatus, hint: String? = nil) {
    let hint = hint ?? commandHint(error) ?? ErrorMessages.hint(of: error)
    if format.isJSON {
      return document(ErrorRecord.document(of: error, in: language, exit: exit, hint: hint))
    }
    tell(ErrorMessages.message(of: error, in: language), of: error)
    if let hint { self.hint(hint) }
  }

  /// Tells failures that differ in nothing but the payment; as JSON, the first of them.
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

  /// Tells what to do about the error in the line above.
  func hint(_ text: String) {
    let label = Style.bold.apply("hint:", isColoured: isColoured)
    write("\(label) \(VisibleText.make(text))")
  }

  /// Tells what is worth knowing.
  func note(_ text: String) {
    if !isQuiet { write(format.isJSON ? line("note", text) : "iapctl: \(VisibleText.make(text))") }
  }

  /// Tells what is most likely a mistake, and is not refused.
  func warn(_ text: String) {
    guard !isQuiet else { return }
    guard !format.isJSON else { return write(line("warning", text)) }
    let label = Style.bold.apply("warning:", isColoured: isColoured)
    write("iapctl: \(label) \(VisibleText.make(text))")
  }

  /// Tells what was asked of the backend.
  func trace(_ text: String) {
    guard !format.isJSON else { return write(line("trace", text)) }
    write(Style.faint.apply("iapctl: trace: \(VisibleText.make(text))", isColoured: isColoured))
  }

  /// Writes a question, or what will be written over, without a line's end.
  func ask(_ text: String) { write(Array(text.utf8)) }

  /// Writes a line for a program.
  func document(_ document: JSONValue) { write(document.line) }

  private func line(_ name: String, _ text: String) -> String {
    JSONValue.object([.init(name, .string(text))]).line
  }

  private func write(_ line: String) { write(Array((line + "\n").utf8)) }
}
