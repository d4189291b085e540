import Languages
import Text

/// The help text of a command, made from its specification.
struct HelpPage {
  private let command: CommandSpecification
  private let manual: Manual
  private let path: [String]
  private let terminal: TerminalText
  private let parts: CommandParts

  /// - Parameters:
  ///   - path: the names that lead to the command. The first is the program's.
  ///   - columns: the width of the terminal, or nil if the output is not a terminal.
  init(_ command: CommandSpecification, in manual: Manual, path: [String], columns: Int?) {
    self.command = command
    self.manual = manual
    self.path = path
    terminal = TerminalText(columns: columns)
    parts = CommandParts(command: command, language: manual.language)
  }

  private var isProgram: Bool { path.count == 1 }

  var text: String {
    var blocks = [usage] + parts.about.map { terminal.wrap($0, indent: 0) }
    blocks += parts.commands.map(terminal.text)
    if isProgram {
      if !manual.topics.isEmpty { blocks.append(terminal.text(manual.topicPart)) }
    } else {
      blocks += (parts.inputs() + parts.fields).map(terminal.text)
    }
    blocks += parts.examples.map(terminal.text)
    blocks.append(
      isProgram
        ? terminal.text(manual.sharedOptions) + "\n\n" + terminal.wrap(manual.sharing, indent: 2)
        : terminal.wrap(manual.reminder(for: command), indent: 0))
    if command.isGroup {
      let commandPath = path.joined(separator: " ")
      blocks.append(
        manual.language.text("'\(commandPath) COMMAND --help' describes a command." as Sentence))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The commands and topics of a program on one screen, and where the rest is.
  var overview: String {
    var blocks = [usage, terminal.wrap(manual.language.sentence(command.summary), indent: 0)]
    blocks += parts.commands.map(terminal.text)
    if !manual.topics.isEmpty { blocks.append(terminal.text(manual.topicPart)) }
    let program = path[0]
    blocks.append(
      manual.language.text(
        "'\(program) COMMAND --help' describes a command; '\(program) --help' lists all options."
          as Sentence))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The line that shows how the command is written.
  var usage: String {
    var synopsis = path
    if isProgram { synopsis.append("[options]") }
    if command.isGroup { synopsis.append("<command>") }
    if !command.isGroup || isProgram { synopsis.append("[options]") }
    if isProgram { synopsis.append("[arguments]") }
    synopsis += command.operands.map(\.usage)
    let line = synopsis.joined(separator: " ")
    let text = manual.language.text("Usage: \(line)" as Sentence)
    return terminal.wrap(
      text, indent: 0, hanging: DisplayWidth.of(text) - DisplayWidth.of(line))
  }
}
