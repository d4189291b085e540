import CommandLine
import IAPCore
import Text

/// Prints the candidates for the word at the cursor. Only the completion scripts call it. They
/// discard its errors, because a message in the middle of typing would disturb the user.
struct CompleteCommand: Command {
  static let shell = Operand(.one, ValueParser<Shell>.choice("SHELL"), "the shell that asks")
  static let words = Operand(
    .any, at: 1, .text("WORD"),
    "the words behind the program's name, the last of which is at the cursor")

  static let specification = CommandSpecification(
    "complete the word at the cursor", isHidden: true,
    operands: [shell.specification, words.specification])

  static let needs = SettingsNeed.nothing

  let shell: Shell
  /// The words in the quoting of the shell. bash: all as typed. zsh: as typed, except the last,
  /// which is without quotes. fish: all without quotes.
  let words: [String]

  /// The maximum number of candidates. If there are more, none is printed: a shell inserts the
  /// common prefix of all printed candidates, which would be wrong for an incomplete list.
  private static let maximumCount = 1000

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    shell = try arguments.value(of: Self.shell)
    words = try arguments.values(of: Self.words)
  }

  func run(in context: Context) async throws -> Report {
    let home = context.environment.folders.home
    func meaning(_ word: String) -> String { ShellWord.meaning(ofBash: word, home: home) }
    let last = self.words.last ?? ""
    var words = Array(self.words.dropLast())
    if shell != .fish { words = words.map(meaning) }
    let word = shell == .bash ? ShellWord(bash: last) : ShellWord(bare: last)

    let completion = context.program.manual(context.settings.language).completion(
      of: word?.text ?? meaning(last), behind: words)
    var found: [Completion.Candidate]
    switch completion.values {
    case .files: return .text("\tfiles\n")
    case .listed(let candidates): found = candidates
    case .data(let name):
      found = try await Self.data(name, completion, DataLookup(arguments: words, in: context))
    }
    found = found.filter { !completion.usedValues.contains($0.text) }
    guard let word else { return .nothing() }
    // zsh and fish filter by their own rules.
    if shell == .bash {
      found = found.filter { $0.text.utf8.starts(with: completion.typed.utf8) }
    }
    return .text(
      found.map { candidate in
        let about = candidate.summary.isEmpty ? "" : "\t" + VisibleText.make(candidate.summary)
        return word.completed(by: completion.prefix + candidate.text) + about + "\n"
      }.joined())
  }

  /// Finds names in the user's data. It omits names with line breaks or control characters, because
  /// a shell cannot offer them.
  private static func data(
    _ name: String, _ completion: Completion, _ lookup: DataLookup
  ) async throws -> [Completion.Candidate] {
    let names = try await lookup.names(
      .data(name), beginning: completion.typed, limit: maximumCount + 1)
    guard names.count <= maximumCount else { return [] }
    return names.filter { name in
      !name.text.unicodeScalars.contains(where: VisibleText.isHazardous)
        && !(completion.refusesDash && name.text.utf8.first == UInt8(ascii: "-"))
    }.map { Completion.Candidate($0.text, $0.about) }
  }
}
