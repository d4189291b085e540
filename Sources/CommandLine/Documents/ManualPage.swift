/// The content of a manual page. ``ManualText`` writes it in mdoc(7).
struct ManualPage {
  /// `iapctl-store`.
  let name: String
  let section: Int
  let summary: String
  /// The lines of the SYNOPSIS. `words` is the start of the command line, such as `iapctl store
  /// init`; `command` describes the rest.
  var synopsis: [(words: String, command: CommandSpecification)] = []
  var parts: [Part]
  /// Pages for SEE ALSO, by name. The program's page and those of the formats are added to every
  /// page.
  var related: [String] = []

  var fileName: String { "\(name).\(section)" }
}

extension Manual {
  /// The page of the program, one page for each command or group, and one for each file format.
  var manualPages: [ManualPage] {
    [programPage] + program.listed.map(page) + formats.map(page)
  }

  private var programPage: ManualPage {
    var parts = [
      Part("Description", program.about.map(Block.paragraph))
    ]
    parts.append(Part("Commands", program.commandParts.map(Block.part)))
    parts.append(
      Part(
        "Options",
        [.paragraph(sharing)] + sharedOptions.blocks))
    parts += topics.flatMap(\.parts) + program.exampleParts
    return ManualPage(
      name: program.name, section: 1, summary: program.summary,
      synopsis: [(program.name, program)], parts: inManualOrder(parts))
  }

  private func page(of command: CommandSpecification) -> ManualPage {
    let name = program.name + " " + command.name
    let about = Part("Description", command.about.map(Block.paragraph))
    let common = Part(
      "Shared options",
      [
        .paragraph(
          program.optionsTaken(by: command).map { "--" + $0.name }.joined(separator: ", ")
            + ": see "
            + "\(program.name)(1).")
      ])
    let members = command.isGroup ? command.listedLeaves(below: name) : []
    let parts =
      [about] + command.inputs + command.answers
      + (members.isEmpty
        ? []
        : [Part("Commands", members.map { .part(Part($0.words, $0.command.details)) })])
      + [common] + Part.examples(command.examples + members.flatMap(\.command.examples))
    return ManualPage(
      name: "\(program.name)-\(command.name)", section: 1, summary: command.summary,
      synopsis: command.isGroup ? members : [(name, command)],
      parts: parts, related: command.related.map { "\(program.name)-\($0)" })
  }

  private func page(of format: Topic) -> ManualPage {
    ManualPage(
      name: "\(program.name)-\(format.name)", section: 5, summary: format.summary,
      parts: inManualOrder(format.parts))
  }

  /// Puts the standard headings of manual pages last, in their conventional order.
  private func inManualOrder(_ parts: [Part]) -> [Part] {
    let last = ["Environment", "Files", "Exit status", "Examples"]
    let others = parts.filter { !last.contains($0.heading) }
    return others + last.flatMap { heading in parts.filter { $0.heading == heading } }
  }
}

extension CommandSpecification {
  /// The commands of a group and its subgroups that are not hidden, each with the words that call
  /// it.
  ///
  /// - Parameter words: the words that lead to this group.
  fileprivate func listedLeaves(
    below words: String
  ) -> [(words: String, command: CommandSpecification)] {
    listed.flatMap { member in
      let path = "\(words) \(member.name)"
      return member.isGroup ? member.listedLeaves(below: path) : [(path, member)]
    }
  }

  /// The description of a command on the page of its group.
  fileprivate var details: [Block] {
    about.map(Block.paragraph) + inputs.flatMap(\.blocks)
      + answers.flatMap { [.paragraph("The fields of its records:")] + $0.blocks }
  }
}

extension Part {
  fileprivate static func examples(_ examples: [Example]) -> [Part] {
    examples.isEmpty ? [] : [Part("Examples", [.examples(examples)])]
  }
}
