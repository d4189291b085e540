package import Languages

// The texts of help, of manual pages and of completions stand in English beside the commands.
extension Language {
  /// The folder of its manual pages below `man`. Empty for English.
  package var folder: String { self == .english ? "" : rawValue }

  /// A summary as a sentence. A translation ends like one already.
  func sentence(_ summary: String) -> String {
    translation(of: summary) ?? summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  func part(_ part: Part) -> Part {
    Part(text(part.heading), part.blocks.map(block))
  }

  func block(_ block: Block) -> Block {
    switch block {
    case .paragraph(let paragraph): .paragraph(text(paragraph))
    case .definitions(let list):
      .definitions(list.map { Definition($0.term, text($0.text)) })
    case .examples(let list): .examples(list.map(example))
    case .part(let part): .part(self.part(part))
    }
  }

  private func example(_ example: Example) -> Example {
    Example(example.line, text(example.summary), status: example.status)
  }
}
