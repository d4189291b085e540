package import Languages

/// The sections of a command's help and of its manual page, in a language.
struct CommandParts {
  let command: CommandSpecification
  let language: Language

  /// The discussion, or the summary if there is no discussion.
  var about: [String] {
    command.discussion.isEmpty
      ? [language.sentence(command.summary)] : command.discussion.map { language.text($0) }
  }

  /// The subcommands, grouped by heading.
  var commands: [Part] {
    let listed = command.listed
    var headings: [String] = []
    for heading in listed.map({ $0.heading ?? "Commands" }) where !headings.contains(heading) {
      headings.append(heading)
    }
    return headings.map { heading in
      let members = listed.filter { ($0.heading ?? "Commands") == heading }
      return Part(
        language.text(heading),
        [.definitions(members.map { Definition($0.name, language.text($0.summary)) })])
    }
  }

  /// The descriptions of its operands and options.
  ///
  /// - Parameter shared: further options.
  func inputs(with shared: [OptionSpecification] = []) -> [Part] {
    let (operands, options) = (command.operands, command.options + shared)
    var parts: [Part] = []
    if !operands.isEmpty {
      let list = operands.map { operand in
        Definition(
          .value(operand.label), language.text(operand.summary) + operand.value.kind.list)
      }
      parts.append(Part(language.text("Arguments"), [.definitions(list)]))
    }
    if !options.isEmpty {
      parts.append(
        Part(
          language.text("Options"), [.definitions(options.map { $0.definition(in: language) })]))
    }
    return parts
  }

  /// The descriptions of the fields of the records that it prints.
  var fields: [Part] {
    let fields = command.fields
    guard !fields.isEmpty else { return [] }
    return [
      Part(
        language.text("Fields"),
        [.definitions(fields.map { Definition($0.name, language.text($0.summary)) })])
    ]
  }

  var examples: [Part] { Self.examples(command.examples, in: language) }

  static func examples(_ examples: [Example], in language: Language) -> [Part] {
    examples.isEmpty ? [] : [language.part(Part("Examples", [.examples(examples)]))]
  }
}

extension OptionSpecification {
  func definition(in language: Language) -> Definition {
    Definition(.option(self), description(in: language))
  }

  /// The summary with the choices, the default and the variable, on one line.
  package func description(in language: Language) -> String {
    var text = language.text(summary) + (value?.kind.list ?? "")
    if isList { text += language.text("; may be given several times") }
    if isList, sources.variable != nil {
      text += language.text(", in the variable separated by commas")
    }
    if let fallback { text += language.text(" (default: \(language.text(fallback)))" as Sentence) }
    if let variable = sources.variable { text += " [\(variable)]" }
    return text
  }
}

extension ValueKind {
  /// The choices, as the end of a description: `: AS, GG`.
  fileprivate var list: String { choices.isEmpty ? "" : ": " + choices.joined(separator: ", ") }
}

extension OperandSpecification {
  /// The operand in a usage line: `[FILE...]`.
  var usage: String {
    switch count {
    case .one: label
    case .optional: "[\(label)]"
    case .some: "\(label)..."
    case .any: "[\(label)...]"
    case .commandLine: "[-- \(label)...]"
    }
  }
}
