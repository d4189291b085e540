import IAPCore
import System

/// Shows a text that is longer than the terminal in the pager of the user.
struct Pager {
  let environment: Environment

  /// A longer text is not shown, in bytes.
  static let longest = 1 << 20

  /// The parts of the text, for the shell. A pipe has no place to fail that a file would have.
  private static let text = "IAPCTL_PAGED_TEXT"
  /// In bytes. A system limits the length of a variable.
  private static let longestPart = 1 << 16

  /// Whether the text was shown. It is not if it fits on the terminal, if there is no terminal, or if
  /// the pager cannot be run.
  func show(_ text: String) async -> Bool {
    guard let rows = environment.output.rows, text.utf8.count(where: { $0 == 0x0A }) >= rows,
      let command
    else { return false }
    let parts = Self.parts(of: text).enumerated().map { ("\(Self.text)_\($0)", $1) }
    let (words, names) = (
      parts.map { "\"$\($0.0)\"" }.joined(separator: " "),
      parts.map(\.0).joined(separator: " ")
    )
    let program = ForegroundProgram(
      ["/bin/sh", "-c", "printf %s \(words) | { unset \(names); \(command); }"],
      removing: Variables.secret, adding: Dictionary(uniqueKeysWithValues: parts))
    return await environment.host.run(program) == .exited(status: 0)
  }

  private static func parts(of text: String) -> [String] {
    var (rest, parts) = (text[...], [String]())
    while !rest.isEmpty {
      var end =
        rest.utf8.index(rest.startIndex, offsetBy: longestPart, limitedBy: rest.endIndex)
        ?? rest.endIndex
      while end.samePosition(in: text.unicodeScalars) == nil { end = rest.utf8.index(before: end) }
      parts.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return parts
  }

  /// The shell command of the pager; nil if there is none, or if the user wants none. `less` ends at
  /// once if the text fits, passes colours on, and leaves the text on the screen.
  private var command: String? {
    let variables = environment.variables
    guard variables[Variables.colour.terminal] != "dumb" else { return nil }
    let chosen = variables[Variables.pager] ?? variables[Variables.usualPager]
    guard let chosen else { return "command -v less >/dev/null && exec less -FRX" }
    return chosen.allSatisfy(\.isWhitespace) ? nil : chosen
  }
}

/// A table for a person. What a command with an effect prints is written at once.
extension Pager {
  /// Nil if the report is no table on a terminal.
  init?(for report: Report, hasEffect: Bool, in context: Context) {
    guard context.environment.output.rows != nil, context.settings.output.format == .table,
      !hasEffect
    else { return nil }
    switch report.content {
    case .lists, .single: environment = context.environment
    case .text, .nothing: return nil
    }
  }

  /// Shows what a buffer has, unless some of it was written.
  func show(_ buffer: OutputBuffer) async {
    guard let bytes = buffer.whole, await show(String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    buffer.drop()
  }
}
