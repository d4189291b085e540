import CommandLine
import IAPMessages
import JSON
import Languages
import Text

struct HelpCommand: Command {
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

  let path: [String]
  let isJSON: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    path = try arguments.values(of: Self.topic)
    isJSON = arguments[Self.json]
    if isJSON, !path.isEmpty {
      throw UsageError(CommandUsage.exclusive("--json", Self.topic.specification.label))
    }
  }

  func run(in context: Context) async throws -> Report {
    let manual = context.program.manual(context.settings.language)
    if isJSON { return .text(HelpDocument.make(of: manual).line + "\n") }
    if let text = manual.help(for: path, columns: context.environment.output.columns) {
      return await Pager(environment: context.environment).show(text) ? .nothing() : .text(text)
    }
    let topics = manual.topics.map(\.name)
    if let word = path.first, topics.contains(word) {
      throw UsageError.argument(
        .extraOperand(MaskedText.withoutPassword(path[1]), help: "iapctl help --help"))
    }
    let result = ArgumentParser(root: context.program.root.specification).parse(path)
    let command = result.arguments.path
    if let word = path.first, command.isEmpty,
      let topic = Suggestions.closest(to: word, among: topics)
    {
      throw UsageError.argument(
        .unknownCommand(MaskedText.withoutPassword(word), suggestion: topic, program: "iapctl"))
    }
    throw result.problem
      ?? .argument(
        .extraOperand(
          path[command.count], help: "iapctl \(command.joined(separator: " ")) --help"))
  }
}

enum HelpDocument {
  /// Changes if a key changes its meaning or goes away.
  static let schemaVersion = 1

  static func make(of manual: Manual) -> JSONValue {
    .object([
      .init("schemaVersion", .integer(schemaVersion)),
      .init("version", .string(manual.version)),
      .init("command", manual.document(of: manual.program)),
      .init("topics", .array(manual.topics.map { manual.entry($0.name, $0.summary) })),
      .init("variables", entries(EnvironmentTopic.variables, manual)),
      .init("exitCodes", .array(exitCodes(manual.language))),
      .init("errorFields", entries(OutputTopic.errorKeys, manual)),
    ])
  }

  /// A row of several names, such as `LC_ALL, LANG`, becomes an entry for each.
  private static func entries(_ rows: [Definition], _ manual: Manual) -> JSONValue {
    .array(
      rows.flatMap { row in
        guard case .literal(let names) = row.term else { return [JSONValue]() }
        return names.parts(between: ", ").map { manual.entry(String($0), row.text) }
      })
  }

  private static func exitCodes(_ language: Language) -> [JSONValue] {
    ExitStatus.documented.flatMap { row in
      row.codes.parts(between: ", ").map { code in
        .object([
          .init("code", .number(String(code))),
          .init("meaning", .string(language.text(row.meaning))),
        ])
      }
    }
  }
}
