import CommandLine
import IAPCore
import Text

/// Tells a shell what can stand at the cursor, from the user's own data. The completion scripts
/// call it, nobody else; they hide what goes wrong, for nobody asked for a message.
enum CompleteCommand: Command {
  static let kind = Option("kind", ValueParser<DataKind>.choice("KIND"), "the kind of value")
  static let word = Option("word", .text("WORD"), "the word at the cursor")
  static let quoting = Option(
    "quoting", ValueParser<Quoting>.choice("SHELL"),
    "the shell whose quoting the words and the answers use")
  static let words = Operand(
    .any, .text("WORD"), "the words before it, without the program's name")

  static let specification = CommandSpecification(
    "__complete", "complete the word at the cursor", isHidden: true,
    options: [kind.specification, word.specification, quoting.specification],
    operands: [words.specification])

  static let needs = SettingsNeed.nothing

  /// How the words of a command line come.
  enum Quoting: String, Sendable, CaseIterable {
    /// As they are meant.
    case none
    /// All as they were typed in bash.
    case bash
    /// Those before the cursor as they were typed, the one at it as it is meant: zsh quotes the
    /// answer itself.
    case zsh
  }

  struct Inputs: Equatable, Sendable {
    var kind: DataKind
    var word: String
    var quoting: Quoting
    var words: [String]
  }

  /// More than anybody looks through. Of more names none is told: a shell takes what they begin
  /// with in common for what all of them begin with.
  private static let most = 1000

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    guard let kind = try arguments.value(of: kind) else {
      throw UsageError("no --kind given")
    }
    return Inputs(
      kind: kind, word: try arguments.value(of: word) ?? "",
      quoting: try arguments.value(of: quoting) ?? .none,
      words: try arguments.values(of: words))
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let typed: ShellWord
    var words = inputs.words
    switch inputs.quoting {
    case .none: typed = ShellWord(bare: inputs.word)
    case .zsh:
      typed = ShellWord(bare: inputs.word)
      words = words.map { ShellWord.meaning(ofBash: $0, home: context.home) }
    case .bash:
      guard let word = ShellWord(bash: inputs.word) else { return .nothing() }
      typed = word
      words = words.map { ShellWord.meaning(ofBash: $0, home: context.home) }
    }
    let lookup = DataLookup(words: words, in: context.environment)
    let names = try lookup.names(inputs.kind, beginning: typed.text, limit: most + 1)
    guard names.count <= most else { return .nothing() }
    let isAfterOptions = words.contains("--")
    let lines = names.filter { Self.canBeTyped($0.text, isAfterOptions) }.map { name in
      typed.completed(by: name.text)
        + (name.about.isEmpty ? "" : "\t" + VisibleText.make(name.about)) + "\n"
    }
    return .text(lines.joined())
  }

  /// A name with a line's end in it, or with what a terminal obeys, is left to copy and paste; one
  /// that begins with a dash would be an option.
  private static func canBeTyped(_ name: String, _ isAfterOptions: Bool) -> Bool {
    !name.unicodeScalars.contains(where: VisibleText.isHazardous)
      && (isAfterOptions || name.utf8.first != UInt8(ascii: "-"))
  }
}

extension Context {
  fileprivate var home: String? { environment.variables[Variables.home] }
}
