import Text

/// Writes manual pages in mdoc(7).
enum ManualText {
  static func make(_ page: ManualPage, of manual: Manual) -> String {
    var lines = [
      ".\\\" Made by 'make docs' from the specifications of the commands.",
      ".Dd \(manual.date)", ".Dt \(page.name.uppercased()) \(page.section)",
      ".Os \(manual.program.name) \(manual.version)",
    ]
    // troff hyphenates no words of such a language. In it, Latin words are names.
    if !manual.language.folder.isEmpty { lines.append(".hla \(manual.language.folder)") }
    lines += [".Sh NAME", ".Nm \(page.name)", ".Nd \(text(page.summary))"]
    // These headings, and SEE ALSO, are in English in each language: mandoc(1) knows no others.
    if !page.synopsis.isEmpty {
      lines += [".Sh SYNOPSIS"] + page.synopsis.flatMap(synopsis)
    }
    for part in page.parts {
      lines.append(".Sh \(heading(part.heading.uppercased()))")
      lines += part.blocks.enumerated().flatMap { block($1, isFirst: $0 == 0) }
    }
    lines.append(".Sh SEE ALSO")
    lines += seeAlso(page, manual)
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Synopsis

  private static func synopsis(_ commandPath: String, _ command: CommandSpecification) -> [String] {
    var lines = [".Nm \(argument(commandPath))"]
    if command.isGroup {
      return lines + [".Op Ar options", ".Ar command", ".Op Ar options", ".Op Ar arguments"]
    }
    lines += command.options.map { ".Op \(flag($0, isShort: false))" }
    lines += command.operands.map { operand in
      switch operand.count {
      case .one: ".Ar \(word(operand.label))"
      case .optional: ".Op Ar \(word(operand.label))"
      case .some: ".Ar \(word(operand.label)) ..."
      case .any: ".Op Ar \(word(operand.label)) ..."
      case .commandLine: ".Op Fl \\- Ar \(word(operand.label)) ..."
      }
    }
    return lines
  }

  private static func flag(_ option: OptionSpecification, isShort: Bool) -> String {
    let short = isShort ? option.short.map { "Fl \($0) , " } ?? "" : ""
    let label = option.value.map { " Ar \(word($0.label))" } ?? ""
    return "\(short)Fl \\-\(escaped(option.name))\(label)"
  }

  // MARK: Blocks

  private static func block(_ block: Block, isFirst: Bool) -> [String] {
    switch block {
    case .paragraph(let text): (isFirst ? [] : [".Pp"]) + sentences(text)
    case .definitions(let list):
      [".Bl -tag -width Ds"] + list.flatMap { [".It \(term($0.term))"] + sentences($0.text) }
        + [".El"]
    case .examples(let list): list.enumerated().flatMap { example($1, isFirst: $0 == 0) }
    case .part(let part):
      [".Ss \(heading(part.heading))"]
        + part.blocks.enumerated().flatMap { self.block($1, isFirst: $0 == 0) }
    }
  }

  private static func term(_ term: Definition.Term) -> String {
    switch term {
    case .option(let option): flag(option, isShort: true)
    case .value(let label): "Ar \(word(label))"
    case .literal(let text): "Sy \(argument(text))"
    }
  }

  private static func example(_ example: Example, isFirst: Bool) -> [String] {
    let lines = example.line.split(separator: "\n", omittingEmptySubsequences: false)
    return (isFirst ? [] : [".Pp"]) + [
      runningText(example.summary.prefix(1).uppercased() + example.summary.dropFirst() + ":")
    ]
      + [".Bd -literal -offset indent"] + lines.map { text(String($0)) } + [".Ed"]
  }

  private static func seeAlso(_ page: ManualPage, _ manual: Manual) -> [String] {
    let others = manual.pageNames.filter { $0 != page.pageName }
    let wanted =
      page.name == manual.program.name
      ? others : others.filter { $0.section == 5 || page.related.contains($0.name) }
    let program = page.name == manual.program.name ? [] : manual.pageNames.prefix(1)
    let all = program + wanted.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    return all.enumerated().map { index, page in
      ".Xr \(page.name) \(page.section)" + (index < all.count - 1 ? " ," : "")
    }
  }

  // MARK: Text

  /// One line for each sentence, as mdoc(7) requires.
  private static func sentences(_ paragraph: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      line += (line.isEmpty ? "" : " ") + word
      if word.hasSuffix(".") || word.hasSuffix("?") {
        lines.append(runningText(line))
        line = ""
      }
    }
    return line.isEmpty ? lines : lines + [runningText(line)]
  }

  /// Text that is filled into lines. Where Japanese may be broken, it has `\:`: troff breaks lines at
  /// spaces, hyphens and there. The line under NAME must not have it: whatis(1) shows it.
  private static func runningText(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      TextWrap.pieces(of: word).map { escaped(String($0)) }.joined(separator: "\\:")
    }
    return protected(words.joined(separator: " "))
  }

  private static func text(_ line: String) -> String { protected(escaped(line)) }

  /// A line whose leading dot or apostrophe is escaped: in mdoc(7) it begins a request.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// One argument of a macro. `\&` in front prevents mdoc(7) from reading it as a macro name.
  private static func word(_ word: String) -> String { "\\&" + escaped(word) }

  /// A text with or without spaces as one argument of a macro.
  private static func argument(_ text: String) -> String {
    text.contains(" ") ? "\"\(escaped(text))\"" : word(text)
  }

  /// The text of a heading. It has no `\&`, because man(1) recognises standard headings by their
  /// text.
  private static func heading(_ text: String) -> String {
    text.contains(" ") ? "\"\(escaped(text))\"" : escaped(text)
  }

  /// Escapes special characters. `\-` is an ASCII hyphen, so that a copied command line works in a
  /// shell; a bare `-` may become another character.
  ///
  /// Pages are in UTF-8: man(1) and mandoc(1) read it, and whatis(1) does not understand `\[uXXXX]`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
