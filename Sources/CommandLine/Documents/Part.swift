/// A piece of a page: the same for a terminal and for a manual page.
package struct Part: Equatable, Sendable {
  /// As a sentence is written; a manual page has it in capitals.
  package let heading: String
  package let blocks: [Block]

  package init(_ heading: String, _ blocks: [Block]) {
    self.heading = heading
    self.blocks = blocks
  }
}

package enum Block: Equatable, Sendable {
  case paragraph(String)
  case definitions([Definition])
  case examples([Example])
  case part(Part)
}

/// Something with a name, and what it is.
package struct Definition: Equatable, Sendable {
  package enum Term: Equatable, Sendable {
    case option(OptionSpecification)
    /// A label that stands for a value.
    case value(String)
    /// A word as it is typed or printed.
    case literal(String)
  }

  package let term: Term
  package let text: String

  package init(_ term: Term, _ text: String) {
    self.term = term
    self.text = text
  }

  /// A word as it is typed or printed.
  package init(_ word: String, _ text: String) { self.init(.literal(word), text) }

  init(_ option: OptionSpecification) { self.init(.option(option), option.description) }
}

/// Help on something that is no command.
package struct Topic: Equatable, Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String
  package let parts: [Part]

  package init(_ name: String, _ summary: String, _ parts: [Part]) {
    self.name = name
    self.summary = summary
    self.parts = parts
  }
}

extension OptionSpecification {
  /// All that there is to say of it, on one line.
  package var description: String {
    var text = summary + (value?.kind.list ?? "")
    if isList { text += "; may be given several times" }
    if isList, sources.variable != nil { text += ", in the variable separated by commas" }
    if let fallback { text += " (default: \(fallback))" }
    if let variable = sources.variable { text += " [\(variable)]" }
    return text
  }
}

extension CommandSpecification {
  /// What its operands and options are.
  var inputs: [Part] {
    var parts: [Part] = []
    if !operands.isEmpty {
      parts.append(
        Part(
          "Arguments", [.definitions(operands.map { Definition(.value($0.label), $0.description) })]
        ))
    }
    if !options.isEmpty {
      parts.append(Part("Options", [.definitions(options.map { Definition($0) })]))
    }
    return parts
  }

  /// What the records have that it answers.
  var answers: [Part] {
    guard !fields.isEmpty else { return [] }
    return [
      Part("Fields", [.definitions(fields.map { Definition($0.name, $0.summary) })])
    ]
  }

  /// What it does: its discussion, else its summary.
  var about: [String] { discussion.isEmpty ? [sentence] : discussion }

  /// The commands below it, under their headings.
  var commandParts: [Part] {
    var headings: [String] = []
    for heading in listed.map({ $0.heading ?? "Commands" }) where !headings.contains(heading) {
      headings.append(heading)
    }
    return headings.map { heading in
      let members = listed.filter { ($0.heading ?? "Commands") == heading }
      return Part(heading, [.definitions(members.map { Definition($0.name, $0.summary) })])
    }
  }

  var exampleParts: [Part] {
    examples.isEmpty ? [] : [Part("Examples", [.examples(examples)])]
  }
}

extension ValueKind {
  /// The values that there are, behind what they are for.
  fileprivate var list: String { choices.isEmpty ? "" : ": " + choices.joined(separator: ", ") }
}

extension OperandSpecification {
  /// All that there is to say of it, on one line.
  var description: String { summary + value.kind.list }

  /// As a synopsis has it: `[THING...]`.
  var usage: String {
    switch count {
    case .one: label
    case .optional: "[\(label)]"
    case .some: "\(label)..."
    case .any: "[\(label)...]"
    }
  }
}
