import CommandLine
import Testing

@testable import IAPConsole

struct HelpTextTests {
  @Test(arguments: [nil, 60, 100, 250])
  func `No line is wider than the terminal or 100 columns`(_ columns: Int?) {
    let widest = min(columns ?? 80, 100)
    for path in [[], ["consume"], ["purchase"], ["store"], ["store", "init"], ["help"]] {
      let text = Console.help(for: path, columns: columns)
      let usual = text.split(separator: "\n").filter { !$0.hasPrefix("  iapctl ") }
      for line in usual { #expect(line.count <= widest, "\(line)") }
    }
  }

  /// The same number means other things in other domains.
  @Test
  func `No code of an error is without its domain in any help`() {
    func paths(_ node: CommandNode, _ path: [String]) -> [[String]] {
      [path] + node.subcommands.flatMap { paths($0, path + [$0.name]) }
    }
    let manual = Console.manual()
    let topics = (manual.topics + manual.formats).map { [$0.name] }
    for path in paths(CommandTree.root, []) + topics {
      let help = Console.help(for: path, columns: 1000).replacing("--code ", with: "")
      for bare in help.matches(of: /(\w+ )?\b(?:[Ee]rrors?|[Cc]odes?|answer is) -?\d+/) {
        #expect(["exit ", "Exit ", "explain "].contains(bare.1), "\(path): \(bare.0)")
      }
    }
  }

  @Test
  func `Every option and every command is in the help`() {
    let root = CommandTree.root.specification
    let overview = Console.help(for: [], columns: 80)
    for command in root.listed { #expect(overview.contains("  \(command.name) ")) }
    for command in root.listed where !command.isGroup {
      let text = Console.help(for: [command.name], columns: 80)
      #expect(text.hasPrefix("Usage: iapctl \(command.name) [options]"))
      for option in command.options + (command.shared ?? []) {
        #expect(text.contains("--\(option.name)"), "\(command.name) \(option.name)")
      }
      let shared = text.split(separator: "Shared options:").last ?? ""
      for option in command.shared ?? [] {
        let isListed = [",", ";"].contains { shared.contains("--\(option.name)\($0)") }
        #expect(isListed, "\(command.name) \(option.name)")
      }
      for example in command.examples {
        let lines = example.line.split(separator: "\n").joined(separator: "\n  ")
        #expect(text.contains("\n  \(lines)\n"))
      }
    }
  }
}
