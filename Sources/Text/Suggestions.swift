/// Finds the candidate that the user most likely meant.
package enum Suggestions {
  /// The candidate that is nearest to a word, or nil if none is near.
  ///
  /// A candidate is near if it is at most one edit away for words of up to four characters, and two
  /// for longer words. Swapping two neighbouring characters is one edit. If no candidate is near,
  /// the only one that begins with the word is taken.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count > 1 else { return nil }
    let limit = EditDistance.limit(for: letters)
    let near = candidates.map { ($0, EditDistance.between(letters, Array($0.lowercased()))) }
      .filter { $0.1 <= limit && $0.1 < letters.count }
    if let best = near.min(by: { $0.1 < $1.1 }) { return best.0 }
    guard letters.count > 2 else { return nil }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }
}
