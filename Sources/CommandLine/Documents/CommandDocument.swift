package import JSON
import Languages

/// The commands as JSON, for programs that build on this one. Every key is always present, and null
/// if there is no value.
extension Manual {
  /// A command with its subcommands, without hidden ones.
  ///
  /// - Parameter path: the names that lead to it, below the program.
  package func document(of command: CommandSpecification, at path: [String] = []) -> JSONValue {
    .object([
      .init("name", .string(command.name)),
      .init("path", .array(path.map(JSONValue.string))),
      .init("summary", .string(language.text(command.summary))),
      .init("discussion", .array(command.discussion.map { .string(language.text($0)) })),
      .init("operands", .array(command.operands.map(document))),
      .init("options", .array(own(command).map(document))),
      .init("sharedOptions", .array(shared(command).map { .string($0.name) })),
      .init("fields", .array(command.fields.map { entry($0.name, $0.summary) })),
      .init(
        "examples",
        .array(
          command.examples.map {
            .object([
              .init("line", .string($0.line)), .init("summary", .string(language.text($0.summary))),
            ])
          })),
      .init("commands", .array(command.listed.map { document(of: $0, at: path + [$0.name]) })),
    ])
  }

  /// A name and its meaning.
  package func entry(_ name: String, _ summary: String) -> JSONValue {
    .object([.init("name", .string(name)), .init("summary", .string(language.text(summary)))])
  }

  /// Its own options, and those of the program that are different for this command.
  private func own(_ command: CommandSpecification) -> [OptionSpecification] {
    command.options + (command.shared ?? []).filter { !program.options.contains($0) }
  }

  /// The options of the program that it accepts. For the program itself, none: they are its own.
  private func shared(_ command: CommandSpecification) -> [OptionSpecification] {
    guard command.name != program.name else { return [] }
    let own = own(command).map(\.name)
    return program.optionsTaken(by: command).filter { !own.contains($0.name) }
  }

  private func document(of operand: OperandSpecification) -> JSONValue {
    .object([
      .init("summary", .string(language.text(operand.summary))),
      .init("required", .flag([.one, .some].contains(operand.count))),
      .init("repeatable", .flag(!operand.isSingle)),
      .init("afterDashes", .flag(operand.count == .commandLine)),
      .init("value", document(of: operand.value)),
    ])
  }

  private func document(of option: OptionSpecification) -> JSONValue {
    .object([
      .init("name", .string(option.name)),
      .init("short", .text(option.short.map(String.init))),
      .init("summary", .string(language.text(option.summary))),
      .init("repeatable", .flag(option.isList)),
      .init("value", option.value.map(document) ?? .null),
      .init("default", .text(option.fallback.map { language.text($0) })),
      .init("variable", .text(option.sources.variable)),
      .init("profileKey", .text(option.sources.key)),
    ])
  }

  private func document(of value: ValueSpecification) -> JSONValue {
    var (type, choices, suggestions) = ("text", [String](), [String]())
    var names: String?
    switch value.kind {
    case .text: break
    case .number: type = "number"
    case .choices(let values): (type, choices) = ("choice", values)
    case .suggestions(let values): suggestions = values
    case .file: type = "file"
    case .command: type = "command"
    case .data(let kind): names = kind
    }
    return .object([
      .init("label", .string(value.label)), .init("type", .string(type)),
      .init("expects", .string(Language.english.text(value.expectation))),
      .init("choices", .array(choices.map(JSONValue.string))),
      .init("suggestions", .array(suggestions.map(JSONValue.string))),
      .init("completes", .text(names)),
    ])
  }
}
