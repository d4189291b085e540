import IAPCore
import SafeText

/// Standard error: errors, hints, notes and traces, in the program's one voice.
///
/// Every line begins with `iapctl: `, except a hint, which belongs to the line above; where the
/// output is JSON, every line is a JSON object with one member: `error`, `warning`, `note` or `trace`. What
/// cannot be written there is lost: there is no other place to tell it.
struct Messages: Sendable {
  let stream: Environment.Output
  var format = OutputFormat.table
  var language = Language.english
  var isColoured = false
  var isQuiet = false

  /// Tells what failed; as JSON where the output is.
  func tell(_ error: IAPError, exit: ExitStatus) {
    if format.isJSON {
      write(ErrorRecord.document(of: error, in: language, exit: exit).line)
      return
    }
    let label = Style.failure.apply("error:", isColoured: isColoured)
    let code = error.number.map { " [\(error.domain) \($0) \(error.name)]" } ?? ""
    write(
      "iapctl: \(label) \(VisibleText.make(ErrorWords.message(of: error, in: language)))\(code)")
    if let hint = ErrorWords.hint(of: error) {
      let label = Style.bold.apply("hint:", isColoured: isColoured)
      write("\(label) \(VisibleText.make(hint))")
    }
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
  func ask(_ text: String) { try? stream.write(Array(text.utf8)) }

  private func line(_ name: String, _ text: String) -> String {
    JSONValue.object([.init(name, .string(text))]).line
  }

  private func write(_ line: String) { try? stream.write(Array((line + "\n").utf8)) }
}
