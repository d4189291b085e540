import Languages
import Text

/// The help of a command on one screen: what it is for, the names of its commands or options, and
/// examples, as far as there is room.
struct ShortHelp {
  private let command: CommandSpecification
  private let language: Language
  private let commandPath: String
  private let usage: String
  private let terminal: TerminalText
  private let parts: CommandParts
  /// The shared options that the examples use.
  private let shared: [OptionSpecification]

  /// The lines of the smallest usual terminal.
  static let longest = 24

  /// - Parameter path: the names that lead to the command. The first is the program's.
  init(_ command: CommandSpecification, in manual: Manual, path: [String], columns: Int?) {
    (self.command, language) = (command, manual.language)
    commandPath = path.joined(separator: " ")
    usage = HelpPage(command, in: manual, path: path, columns: columns).usage
    terminal = TerminalText(columns: columns)
    parts = CommandParts(command: command, language: manual.language)
    let words = Set(command.examples.flatMap { $0.line.split(separator: " ") })
    shared = manual.program.optionsTaken(by: command).filter { words.contains("--\($0.name)") }
  }

  var text: String {
    let ending = ["", terminal.wrap(more, indent: 0)].flatMap(lines)
    let room = Self.longest - ending.count
    var page = lines(usage) + [""] + lines(terminal.wrap(summary, indent: 0))
    page += body(room - page.count)
    // What most people look for is an example.
    var gap = [""]
    for example in parts.examples.flatMap(examples) where page.count + gap.count < room {
      let block = gap + lines(example)
      guard page.count + block.count <= room else { break }
      page += block
      gap = []
    }
    return (page.prefix(room) + ending).joined(separator: "\n") + "\n"
  }

  private var summary: String { language.sentence(command.summary) }

  private var more: String { language.text("More: \(commandPath) --help" as Sentence) }

  /// The commands, or the arguments and options: a line for each, or only the names where there is no
  /// room for that.
  private func body(_ room: Int) -> [String] {
    let parts = command.isGroup ? parts.commands : parts.inputs(with: shared)
    let whole = parts.flatMap { ["", $0.heading] + rows($0) }
    return whole.count <= room ? whole : parts.flatMap { [""] + lines(names($0)) }
  }

  private func rows(_ part: Part) -> [String] {
    let rows = definitions(part).map { (terminal.name(of: $0.term), $0.text) }
    let left = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { name, text in
      let padding = String(repeating: " ", count: left - DisplayWidth.of(name) + 2)
      return DisplayWidth.cut("  \(name)\(padding)\(text)", to: terminal.width)
    }
  }

  /// `Options: --all, --product ID`.
  private func names(_ part: Part) -> String {
    let names = definitions(part).map { terminal.name(of: $0.term).trimmed }
    return terminal.wrap(
      "\(part.heading): \(names.joined(separator: ", "))", indent: 0, hanging: 2)
  }

  private func definitions(_ part: Part) -> [Definition] {
    part.blocks.flatMap { block -> [Definition] in
      if case .definitions(let list) = block { return list }
      return []
    }
  }

  private func examples(_ part: Part) -> [String] {
    part.blocks.flatMap { block -> [String] in
      if case .examples(let list) = block { return list.map(terminal.text) }
      return []
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension String {
  /// Without spaces in front.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
