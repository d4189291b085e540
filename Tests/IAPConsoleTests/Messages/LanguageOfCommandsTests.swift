import CommandLine
import IAPCore
import Languages
import TestSupport
import Testing

@testable import IAPConsole

/// What each command says on standard error is in the language of the person.
struct LanguageOfCommandsTests {
  /// The path of each command.
  private static let paths: [String] = {
    func paths(_ command: CommandSpecification, _ path: [String]) -> [String] {
      command.isGroup
        ? command.subcommands.flatMap { paths($0, path + [$0.name]) }
        : [path.joined(separator: " ")]
    }
    return paths(CommandTree.root.specification, [])
  }()

  /// What a person gets wrong with any command.
  private static let mistakes = [
    "", "--bogus", "--store nowhere.db", "1 2 3 4 5", "--fields nothing", "--user bob --market XX",
    "--output", "--since never", "--limit 0", "--now yesterday", "--timeout -1",
  ]

  /// What the commands say when they find something, nothing, or cannot do it.
  private static let deeds = [
    "products --product nothing", "purchase --user alice --product gem.100",
    "purchase --user alice --product nothing", "unconsumed --user nobody",
    "unconsumed --user alice --fail-empty", "unconsumed --all-users",
    "consume 2026011210000001", "consume 1", "consume 0001", "consume --all",
    "consume --all --user alice --yes", "consume --all --user alice --dry-run",
    "consume --from nothing.csv --yes", "consume undo", "consume GPA.1234-5678-9012-34567",
    "refund 1", "undo", "subscriptions --user nobody", "restore --user dave",
    "restore --user alice", "reprocess --user alice", "reprocess --user frank",
    "journal list", "journal list --unknown", "journal show 1", "journal note 1",
    "journal settle 1 --as consumed", "journal report",
    "config use nothing", "config set url ftp://x", "config set appKey x", "config set nothing x",
    "config unset user", "config show --profile nothing", "explain nothing", "explain 424242",
    "store refund 1", "store set-state 1 --state REFUND", "store load nothing.json",
    "store advance 1x", "store approve 2026011210000001", "help nothing", "completion nothing",
  ]

  private static let lines =
    deeds + paths.filter { $0 != "serve" }.flatMap { path in mistakes.map { "\(path) \($0)" } }

  /// - Returns: the lines of standard error that have letters, but no letter of the language.
  private func foreign(
    _ lines: [String], in language: Language, isOwn: (Character) -> Bool
  ) async throws -> [String] {
    var foreign: [String] = []
    let store = try SampleStore()
    for line in lines {
      let run = await store.run("\(line) --lang \(language.rawValue)")
      foreign += run.errors.split(separator: "\n").filter {
        $0.contains(where: \.isLetter) && !$0.contains(where: isOwn)
      }.map { "\(line): \($0)" }
    }
    return foreign
  }

  @Test
  func `No sentence is left in English where a person reads Korean`() async throws {
    let foreign = try await foreign(Self.lines, in: .korean, isOwn: \.isHangul)
    #expect(foreign.isEmpty, "\(foreign.joined(separator: "\n"))")
  }

  @Test
  func `No sentence is left in English where a person reads Japanese`() async throws {
    let foreign = try await foreign(Self.lines, in: .japanese, isOwn: \.isJapanese)
    #expect(foreign.isEmpty, "\(foreign.joined(separator: "\n"))")
  }
}
