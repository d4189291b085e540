import CommandLine

/// Shows the help of a command or a topic.
enum HelpCommand: Command {
  static let topic = Operand(
    .any, .name("COMMAND", kind: .command), "a command or a topic")

  static let specification = CommandSpecification(
    "help", "help on a command or a topic", heading: "Tools", operands: [topic.specification],
    examples: [
      Example("iapctl help consume", "help on consuming"),
      Example("iapctl help store init", "help on making a store"),
      Example("iapctl help exit-codes", "help on exit codes"),
    ])

  static let needs = SettingsNeed.nothing

  struct Inputs: Equatable, Sendable { var path: [String] }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let path = try arguments.values(of: topic)
    let topics = Topics.topics.map(\.name)
    if CommandTree.node(path) != nil || (path.count == 1 && topics.contains(path[0])) {
      return Inputs(path: path)
    }
    if let word = path.first, topics.contains(word) {
      throw .extraOperand(path[1], help: "iapctl help --help")
    }
    let result = ArgumentParser(root: CommandTree.root.specification).parse(path)
    if let word = path.first, result.arguments.path.isEmpty,
      let topic = Suggestions.closest(to: word, among: topics)
    {
      throw .unknownCommand(word, suggestion: topic, program: "iapctl")
    }
    let extra = path.dropFirst(result.arguments.path.count).first ?? ""
    throw result.problem
      ?? .extraOperand(extra, help: "iapctl \(result.arguments.path.joined(separator: " ")) --help")
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    .text(Console.help(for: inputs.path, columns: context.environment.output.columns))
  }
}
