/// Shows the help of a command.
enum HelpCommand: Command {
  static let topic = Operand(.any, .name("COMMAND"), "the command, word by word")

  static let specification = CommandSpecification(
    "help", "help on a command", heading: "Tools", operands: [topic.specification],
    examples: [
      Example("iapctl help consume", "how to consume"),
      Example("iapctl help store init", "how to make a store"),
    ])

  static let ignoresSettings = true

  struct Inputs: Equatable, Sendable { var path: [String] }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let path = try arguments.values(of: topic)
    guard CommandTree.node(path) == nil else { return Inputs(path: path) }
    let result = ArgumentParser(root: CommandTree.root.specification).parse(path)
    let extra = path.dropFirst(result.arguments.path.count).first ?? ""
    throw result.problem
      ?? .extraOperand(extra, help: "iapctl \(result.arguments.path.joined(separator: " ")) --help")
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    .text(Console.help(for: inputs.path, columns: context.environment.output.columns))
  }
}
