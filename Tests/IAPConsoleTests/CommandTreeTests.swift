import Testing

@testable import IAPConsole

struct CommandTreeTests {
  /// Every node with its path.
  private static func nodes(
    below node: CommandNode = CommandTree.root, path: [String] = []
  ) -> [(path: [String], node: CommandNode)] {
    [(path, node)]
      + node.subcommands.flatMap { nodes(below: $0, path: path + [$0.specification.name]) }
  }

  private static let paths = nodes().map { $0.path.joined(separator: " ") }

  private func specification(_ path: String) throws -> CommandSpecification {
    try #require(CommandTree.node(words(path))).specification
  }

  @Test("The commands of this version")
  func commands() {
    #expect(
      Self.paths == [
        "", "products", "purchase", "unconsumed", "consume", "subscriptions", "restore",
        "reprocess", "store", "store init", "store load", "store dump", "store check", "explain",
        "tour", "help",
      ])
  }

  @Test(
    "The options of each command",
    arguments: [
      ("products", ["type", "invalid", "all"]),
      (
        "purchase",
        ["payload", "payload-file", "sandbox", "promotion", "defer", "deferred", "simulate"]
      ),
      ("unconsumed", ["product", "older-than", "limit", "all-users", "fail-empty"]),
      (
        "consume",
        ["all", "product", "older-than", "limit", "all-users", "token-file", "dry-run"]
      ),
      ("subscriptions", ["include-expired", "status", "manage-url", "fail-empty"]),
      ("restore", []), ("reprocess", []), ("store init", ["from", "sample"]),
      ("store load", []), ("store dump", []), ("store check", []), ("explain", ["domain"]),
      ("tour", []), ("help", []),
      (
        "",
        [
          "store", "user", "market", "now", "timeout", "output", "fields", "no-header",
          "show-tokens", "lang", "color", "yes", "no-input", "quiet", "verbose", "help",
          "version",
        ]
      ),
    ])
  func options(_ path: String, _ names: [String]) throws {
    #expect(try specification(path).options.map(\.name) == names)
  }

  @Test("No command and no option has a name twice, nor one of everybody's", arguments: paths)
  func duplicates(_ path: String) throws {
    let command = try specification(path)
    let everybodys = path.isEmpty ? [] : GlobalOptions.all
    let options = command.options + everybodys
    #expect(Set(options.map(\.name)).count == options.count)
    let shorts = options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    #expect(Set(command.subcommands.map(\.name)).count == command.subcommands.count)
  }

  @Test("Names are lower-case words with dashes between them", arguments: paths)
  func names(_ path: String) throws {
    let command = try specification(path)
    for name in [command.name] + command.options.map(\.name) {
      #expect(name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(name)")
    }
  }

  @Test("Summaries are short, lower-case and without a full stop", arguments: paths)
  func summaries(_ path: String) throws {
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

  @Test("Values have labels in capitals", arguments: paths)
  func labels(_ path: String) throws {
    let command = try specification(path)
    for label in command.options.compactMap(\.label) + command.operands.map(\.label) {
      #expect(label.wholeMatch(of: /[A-Z]+(_[A-Z]+)*/) != nil, "\(label)")
    }
    for option in command.options {
      #expect(option.takesValue || (!option.isList && !option.isNumber && option.choices.isEmpty))
      #expect(option.takesValue || option.variable == nil)
    }
  }

  @Test("A group has no run, a command has one, an example and a heading", arguments: paths)
  func kinds(_ path: String) throws {
    let node = try #require(CommandTree.node(words(path)))
    let command = node.specification
    #expect(command.isGroup == (node.prepare == nil))
    #expect(command.isGroup || !command.examples.isEmpty)
    #expect(!command.isGroup || command.operands.isEmpty)
    if words(path).count == 1 { #expect(["Purchases", "Tools"].contains(command.heading)) }
  }

  @Test("Every example works", arguments: paths)
  func examples(_ path: String) throws {
    for example in try specification(path).examples {
      let line = words(example.line)
      #expect(line.first == "iapctl")
      let parsed = ArgumentParser(root: CommandTree.root.specification).parse(
        Array(line.dropFirst()))
      #expect(parsed.problem == nil, "\(example.line)")
      #expect(parsed.arguments.path == words(path), "\(example.line)")
      let prepare = try #require(CommandTree.node(parsed.arguments.path)?.prepare)
      let prepared = try prepare(parsed.arguments, try Settings(parsed.arguments, [:]))
      #expect(
        parsed.arguments.values["fields"] == nil || prepared.schema != nil, "\(example.line)")
    }
  }

  @Test("Variables of options are those that the program reads")
  func variables() {
    let variables = GlobalOptions.all.compactMap(\.variable)
    #expect(variables.sorted() == Variables.own.sorted())
    for path in Self.paths.dropFirst() {
      #expect(
        CommandTree.node(words(path))?.specification.options.contains { $0.variable != nil }
          == false)
    }
  }

  @Test("No path leads to what is not there")
  func nowhere() {
    #expect(CommandTree.node(["nothing"]) == nil)
    #expect(CommandTree.node(["store", "nothing"]) == nil)
    #expect(CommandTree.node(["products", "init"]) == nil)
  }
}
