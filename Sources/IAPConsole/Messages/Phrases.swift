import Text

/// Translations of the English phrases that are values of messages: what an option expects, and why an
/// answer was lost. They come from targets that know no language.
struct Phrases: Sendable {
  private struct Row {
    /// The English text around each value.
    let literals: [Substring]
    let translation: String
  }

  private let rows: [Row]

  /// - Parameter rows: the English phrases with their translations, each with its values as `{1}`, `{2}`.
  ///   A value can be a phrase itself.
  init(_ rows: [(String, String)]) {
    self.rows = rows.map { english, translation in
      var literals = [english[...]]
      var number = 1
      while let last = literals.last, let placeholder = last.range(of: "{\(number)}") {
        literals[literals.count - 1] = last[..<placeholder.lowerBound]
        literals.append(last[placeholder.upperBound...])
        number += 1
      }
      return Row(literals: literals, translation: translation)
    }
  }

  /// The phrase in the language, or as it is if it has no translation.
  func text(_ english: String) -> Sentence {
    translation(of: english).map { Sentence(stringLiteral: $0) } ?? Sentence(verbatim: english)
  }

  /// Nil if the phrase has no translation.
  func translation(of english: String) -> String? {
    for row in rows {
      guard let values = Self.values(of: english, between: row.literals) else { continue }
      var text = row.translation
      for (index, value) in values.enumerated() {
        text.replace("{\(index + 1)}", with: translation(of: value) ?? value)
      }
      return text
    }
    return nil
  }

  /// The texts between the literals; nil if the literals are not those of the text.
  private static func values(of text: String, between literals: [Substring]) -> [String]? {
    guard let first = literals.first, text.hasPrefix(first) else { return nil }
    var rest = text.dropFirst(first.count)
    var values: [String] = []
    for (index, literal) in literals.enumerated().dropFirst() {
      if index == literals.count - 1 {
        guard rest.hasSuffix(literal) else { return nil }
        values.append(String(rest.dropLast(literal.count)))
        rest = ""
      } else {
        guard let range = rest.range(of: literal) else { return nil }
        values.append(String(rest[..<range.lowerBound]))
        rest = rest[range.upperBound...]
      }
    }
    return rest.isEmpty ? values : nil
  }
}

extension Substring {
  /// Where a text begins and ends in this one.
  fileprivate func range(of text: some StringProtocol) -> Range<Index>? { firstRange(of: text) }
}
