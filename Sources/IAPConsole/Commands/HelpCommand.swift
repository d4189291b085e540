import CommandLine

/// `iapctl help`
enum HelpCommand: Command {
  static let topic = Operand(
    .any, .name("COMMAND", kind: .command), "a command or a topic")

  static let specification = CommandSpecification(
    "help on a command or a topic", heading: "Tools", operands: [topic.specification],
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
    Inputs(path: try arguments.values(of: topic))
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let (path, program) = (inputs.path, context.program)
    let manual = program.manual(context.settings.language)
    if let text = manual.help(for: path, columns: context.environment.output.columns) {
      return await Pager(environment: context.environment).show(text) ? .nothing() : .text(text)
    }
    let topics = manual.topics.map(\.name)
    if let word = path.first, topics.contains(word) {
      throw UsageError.argument(.extraOperand(path[1], help: "iapctl help --help"))
    }
    let result = ArgumentParser(root: program.root.specification).parse(path)
    let command = result.arguments.path
    if let word = path.first, command.isEmpty,
      let topic = Suggestions.closest(to: word, among: topics)
    {
      throw UsageError.argument(
        .unknownCommand(word, suggestion: topic, program: "iapctl"))
    }
    throw result.problem
      ?? .argument(
        .extraOperand(
          path[command.count], help: "iapctl \(command.joined(separator: " ")) --help"))
  }
}
