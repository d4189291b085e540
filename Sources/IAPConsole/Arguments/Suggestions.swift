/// Finds what somebody may have meant.
package enum Suggestions {
  /// The candidate that is nearest to a word, or nil where none is near.
  ///
  /// Near is one edit for up to four characters, two for more; a word that begins a candidate is
  /// near too. A transposition of neighbours is one edit.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count > 1 else { return nil }
    let most = letters.count <= 4 ? 1 : 2
    let near = candidates.map { ($0, distance(letters, Array($0.lowercased()))) }
      .filter { $0.1 <= most && $0.1 < letters.count }
    if let best = near.min(by: { $0.1 < $1.1 }) { return best.0 }
    guard letters.count > 2 else { return nil }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Insertions, deletions, replacements and transpositions that turn one word into the other
  /// (optimal string alignment).
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(last[column + 1], next[column]) + 1
        best = min(best, last[column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
