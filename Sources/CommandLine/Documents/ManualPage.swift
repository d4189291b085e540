import Languages

/// The name of a manual page: `iapctl-store` in section 1.
struct PageName: Equatable {
  let name: String
  let section: Int

  var fileName: String { "\(name).\(section)" }
}

/// The content of a manual page. ``ManualText`` writes it in mdoc(7).
struct ManualPage {
  let pageName: PageName
  let summary: String
  /// The lines of the SYNOPSIS. `words` is the start of the command line, such as `iapctl store
  /// init`; `command` describes the rest.
  var synopsis: [(path: String, command: CommandSpecification)] = []
  var parts: [Part]
  /// Pages for SEE ALSO, by name. The program's page and those of the formats are added to every
  /// page.
  var related: [String] = []

  var name: String { pageName.name }
  var section: Int { pageName.section }
  var fileName: String { pageName.fileName }
}

extension Manual {
  /// The page of the program, one page for each command or group, and one for each file format.
  ///
  /// - Parameter fileNames: makes only the pages of these files; nil for all.
  func manualPages(_ fileNames: Set<String>? = nil) -> [ManualPage] {
    func isWanted(_ page: PageName) -> Bool { fileNames?.contains(page.fileName) ?? true }
    return (isWanted(programName) ? [programPage] : [])
      + program.listed.filter { isWanted(pageName(of: $0)) }.map(page)
      + formats.filter { isWanted(pageName(of: $0)) }.map(page)
  }

  var pageNames: [PageName] {
    [programName] + program.listed.map(pageName) + formats.map(pageName)
  }

  private var programName: PageName { PageName(name: program.name, section: 1) }

  private func pageName(of command: CommandSpecification) -> PageName {
    PageName(name: "\(program.name)-\(command.name)", section: 1)
  }

  private func pageName(of format: Topic) -> PageName {
    PageName(name: "\(program.name)-\(format.name)", section: 5)
  }

  private var programPage: ManualPage {
    let parts = CommandParts(command: program, language: language)
    let sections =
      [
        Part(language.text("Description"), parts.about.map(Block.paragraph)),
        Part(language.text("Commands"), parts.commands.map(Block.part)),
        Part(language.text("Options"), [.paragraph(sharing)] + sharedOptions.blocks),
      ] + topics.flatMap(\.parts).map(language.part) + parts.examples
    return ManualPage(
      pageName: programName, summary: language.text(program.summary),
      synopsis: [(program.name, program)], parts: inManualOrder(sections))
  }

  private func page(of command: CommandSpecification) -> ManualPage {
    let name = program.name + " " + command.name
    let parts = CommandParts(command: command, language: language)
    let names = program.optionsTaken(by: command).map { "--" + $0.name }.joined(separator: ", ")
    let common = Part(
      language.text("Shared options"),
      [.paragraph(language.text("\(names): see \(program.name)(1)." as Sentence))])
    let members = command.isGroup ? command.listedLeaves(below: name) : []
    let details = members.map { Block.part(Part($0.path, self.details(of: $0.command))) }
    let sections =
      [Part(language.text("Description"), parts.about.map(Block.paragraph))] + parts.inputs()
      + parts.fields + (members.isEmpty ? [] : [Part(language.text("Commands"), details)])
      + [common]
      + CommandParts.examples(
        command.examples + members.flatMap(\.command.examples), in: language)
    return ManualPage(
      pageName: pageName(of: command), summary: language.text(command.summary),
      synopsis: command.isGroup ? members : [(name, command)],
      parts: sections, related: command.related.map { "\(program.name)-\($0)" })
  }

  /// The description of a command on the page of its group.
  private func details(of command: CommandSpecification) -> [Block] {
    let parts = CommandParts(command: command, language: language)
    return parts.about.map(Block.paragraph) + parts.inputs().flatMap(\.blocks)
      + parts.fields.flatMap {
        [.paragraph(language.text("The fields of its records:"))] + $0.blocks
      }
  }

  private func page(of format: Topic) -> ManualPage {
    ManualPage(
      pageName: pageName(of: format), summary: language.text(format.summary),
      parts: inManualOrder(format.parts.map(language.part)))
  }

  /// Puts the standard headings of manual pages last, in their conventional order.
  private func inManualOrder(_ parts: [Part]) -> [Part] {
    let last = ["Environment", "Files", "Exit status", "Examples"].map { language.text($0) }
    let others = parts.filter { !last.contains($0.heading) }
    return others + last.flatMap { heading in parts.filter { $0.heading == heading } }
  }
}

extension CommandSpecification {
  /// The commands of a group and its subgroups that are not hidden, each with the words that call
  /// it.
  ///
  /// - Parameter path: the words that lead to this group.
  fileprivate func listedLeaves(
    below path: String
  ) -> [(path: String, command: CommandSpecification)] {
    listed.flatMap { member in
      let memberPath = "\(path) \(member.name)"
      return member.isGroup ? member.listedLeaves(below: memberPath) : [(memberPath, member)]
    }
  }
}
