import CommandLine
import IAPMessages

/// `iapctl help`
enum HelpCommand: Command {
  static let topic = Operand(
    .any, .name("COMMAND", kind: .command), "a command or a topic")
  static let json = Flag("json", "all commands as one JSON document, for programs")

  static let specification = CommandSpecification(
    "help on a command or a topic",
    discussion: [
      "Without an argument, lists the commands.",
      "--json prints the whole tree of commands for programs that build on iapctl: options, "
        + "arguments, types, defaults, variables and fields, and the exit codes. Each key is always "
        + "present. The member schemaVersion changes if a key changes its meaning or goes away; new "
        + "keys can appear at any time.",
    ],
    heading: "Tools", options: [json.specification], operands: [topic.specification],
    examples: [
      Example("iapctl help store init", "help on making a store"),
      Example("iapctl help exit-codes", "help on exit codes"),
      Example("iapctl help --json", "every command, for a program"),
    ])

  static let needs = SettingsNeed.nothing

  struct Inputs: Equatable, Sendable {
    var path: [String]
    var isJSON = false
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    let inputs = Inputs(path: try arguments.values(of: topic), isJSON: arguments[json])
    if inputs.isJSON, !inputs.path.isEmpty {
      throw UsageError(CommandUsage.exclusive("--json", topic.specification.label))
    }
    return inputs
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let (path, program) = (inputs.path, context.program)
    let manual = program.manual(context.settings.language)
    if inputs.isJSON { return .text(HelpDocument.make(of: manual).line + "\n") }
    if let text = manual.help(for: path, columns: context.environment.output.columns) {
      return await Pager(environment: context.environment).show(text) ? .nothing() : .text(text)
    }
    let topics = manual.topics.map(\.name)
    if let word = path.first, topics.contains(word) {
      throw UsageError.argument(
        .extraOperand(ArgumentProblem.masked(path[1]), help: "iapctl help --help"))
    }
    let result = ArgumentParser(root: program.root.specification).parse(path)
    let command = result.arguments.path
    if let word = path.first, command.isEmpty,
      let topic = Suggestions.closest(to: word, among: topics)
    {
      throw UsageError.argument(
        .unknownCommand(ArgumentProblem.masked(word), suggestion: topic, program: "iapctl"))
    }
    throw result.problem
      ?? .argument(
        .extraOperand(
          path[command.count], help: "iapctl \(command.joined(separator: " ")) --help"))
  }
}
