import IAPCore
import System

/// Shows a text that is longer than the terminal in the pager of the user.
struct Pager {
  let environment: Environment

  /// The text, for the shell. A pipe has no place to fail that a file would have.
  private static let text = "IAPCTL_PAGED_TEXT"

  /// Whether the text was shown. It is not if it fits on the terminal, if there is no terminal, or if
  /// the pager cannot be run.
  func show(_ text: String) async -> Bool {
    guard let rows = environment.output.rows, text.utf8.count(where: { $0 == 0x0A }) >= rows,
      let command
    else { return false }
    let program = ForegroundProgram(
      ["/bin/sh", "-c", "printf %s \"$\(Self.text)\" | { unset \(Self.text); \(command); }"],
      removing: Variables.secret, adding: [Self.text: text])
    return await environment.host.run(program) == .exited(status: 0)
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
