/// The language of help, of manual pages and of the descriptions of completions.
///
/// Their texts stand in English beside the commands. The English text is the key of its translation,
/// and is shown where there is none.
package struct HelpLanguage: Sendable {
  /// The folder of its manual pages below `man`. Empty for English.
  package let folder: String
  package let translation: @Sendable (String) -> String?

  package init(folder: String, translation: @escaping @Sendable (String) -> String?) {
    (self.folder, self.translation) = (folder, translation)
  }

  package static let english = HelpLanguage(folder: "") { _ in nil }

  package func text(_ english: String) -> String { translation(english) ?? english }

  /// A phrase with values in place of `{1}`, `{2}` and so on.
  func text(_ english: String, _ values: String...) -> String {
    var text = text(english)
    for (index, value) in values.enumerated() {
      let pieces = text.split(
        separator: "{\(index + 1)}", maxSplits: 1, omittingEmptySubsequences: false)
      text = pieces.joined(separator: value)
    }
    return text
  }

  /// A summary as a sentence. A translation ends like one already.
  func sentence(_ summary: String) -> String {
    translation(summary) ?? summary.prefix(1).uppercased() + summary.dropFirst() + "."
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
