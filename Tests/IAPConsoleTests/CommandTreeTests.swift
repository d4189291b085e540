import IAPCore
import IAPMessages
import Testing

@testable import CommandLine
@testable import IAPConsole

struct CommandTreeTests {
  /// Every command and group with its path.
  private static func nodes(
    below node: CommandNode = CommandTree.root, path: [String] = []
  ) -> [(path: [String], node: CommandNode)] {
    [(path, node)]
      + node.subcommands.filter { !$0.specification.isHidden }.flatMap {
        nodes(below: $0, path: path + [$0.specification.name])
      }
  }

  private static let paths = nodes().map { $0.path.joined(separator: " ") }

  private func specification(_ path: String) throws -> CommandSpecification {
    try #require(CommandTree.node(words(path))).specification
  }

  @Test(arguments: paths)
  func `Command and option names are unique, also among the global options`(_ path: String) throws {
    let command = try specification(path)
    let everybodys = path.isEmpty ? [] : GlobalOptions.all
    let options = command.options + everybodys
    #expect(Set(options.map(\.name)).count == options.count)
    let shorts = options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    #expect(Set(command.subcommands.map(\.name)).count == command.subcommands.count)
  }

  @Test(arguments: paths)
  func `Names are lower-case words with dashes between them`(_ path: String) throws {
    let command = try specification(path)
    for name in [command.name] + command.options.map(\.name) {
      #expect(name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(name)")
    }
  }

  @Test(arguments: paths)
  func `Summaries are short, lower-case and without a full stop`(_ path: String) throws {
    let command = try specification(path)
    #expect(command.summary.first?.isLowercase == true)
    #expect(!path.contains(" ") || command.heading == nil)
    let short =
      [command.summary] + command.operands.map(\.summary) + command.examples.map(\.summary)
    for summary in short { #expect(summary.count <= 72, "\(summary)") }
    for summary in short + command.options.map(\.summary) {
      #expect(!summary.isEmpty && summary.count <= 84, "\(summary)")
      #expect(!summary.hasSuffix("."), "\(summary)")
    }
    for paragraph in command.discussion { #expect(paragraph.hasSuffix(".")) }
  }

  @Test(arguments: paths)
  func `Every field of the records has a text, and is listed once`(_ path: String) throws {
    let command = try specification(path)
    for field in command.fields {
      #expect(!field.summary.isEmpty, "\(field.name)")
      #expect(!field.summary.hasSuffix("."), "\(field.summary)")
    }
    #expect(Set(command.fields.map(\.name)).count == command.fields.count)
  }

  @Test(arguments: paths)
  func `The values of an option and of an argument are said once`(_ path: String) throws {
    let command = try specification(path)
    let texts =
      command.options.map { ($0.summary, $0.value?.kind.choices ?? []) }
      + command.operands.map { ($0.summary, $0.value.kind.choices) }
    for (summary, choices) in texts where choices.count > 1 {
      let words = summary.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }
      let said = choices.filter { words.contains($0[...]) }
      #expect(said.count < 2, "\(summary): \(said)")
    }
  }

  @Test(arguments: paths)
  func `Value labels are in capitals`(_ path: String) throws {
    let command = try specification(path)
    for label in command.options.compactMap(\.value?.label) + command.operands.map(\.label) {
      #expect(label.wholeMatch(of: /[A-Z]+([_|][A-Z]+)*/) != nil, "\(label)")
    }
    for option in command.options {
      #expect(option.takesValue || !option.isList)
      #expect(option.takesValue || (option.sources == .none && option.fallback == nil))
    }
  }

  @Test(arguments: paths)
  func `A group cannot run; a command can, and has an example and a heading`(_ path: String) throws
  {
    let node = try #require(CommandTree.node(words(path)))
    let command = node.specification
    #expect(command.isGroup == (node.command == nil))
    #expect(command.isGroup || !command.examples.isEmpty)
    #expect(!command.isGroup || command.operands.isEmpty)
    if words(path).count == 1 { #expect(["Purchases", "Tools"].contains(command.heading)) }
  }

  @Test(arguments: paths)
  func `An example contains its command`(_ path: String) throws {
    guard !path.isEmpty else { return }
    for example in try specification(path).examples {
      #expect(example.line.contains("iapctl \(path)"), "\(example.line)")
    }
  }

  @Test(arguments: paths)
  func `Every command has two or three examples`(_ path: String) throws {
    let command = try specification(path)
    #expect(command.isGroup && !path.isEmpty || (2...3).contains(command.examples.count))
  }

  @Test
  func `The variables of options are those that the program reads`() {
    #expect(Set(Variables.own).count == Variables.own.count)
    for name in Variables.own { #expect(name.hasPrefix("IAPCTL_")) }
    for path in Self.paths.dropFirst() {
      #expect(
        CommandTree.node(words(path))?.specification.options.contains { $0.sources.variable != nil }
          == false)
    }
  }

  @Test
  func `An unknown path has no command`() {
    #expect(CommandTree.node(["nothing"]) == nil)
    #expect(CommandTree.node(["store", "nothing"]) == nil)
    #expect(CommandTree.node(["products", "init"]) == nil)
  }
}
