import Text

/// Finds what somebody may have meant.
package enum Suggestions {
  /// The candidate that is nearest to a word, or nil where none is near.
  ///
  /// Near is one edit for up to four characters, two for more; a word that begins a candidate is
  /// near too. A transposition of neighbours is one edit.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count > 1 else { return nil }
    let most = EditDistance.most(in: letters)
    let near = candidates.map { ($0, EditDistance.between(letters, Array($0.lowercased()))) }
      .filter { $0.1 <= most && $0.1 < letters.count }
    if let best = near.min(by: { $0.1 < $1.1 }) { return best.0 }
    guard letters.count > 2 else { return nil }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }
}
