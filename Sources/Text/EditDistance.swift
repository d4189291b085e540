/// The distance between two words, in typing mistakes.
package enum EditDistance {
  /// True if one word may be a mistyped form of the other: one edit for up to four characters, two
  /// for more. Upper and lower case are the same.
  package static func isNear(_ word: String, _ other: String) -> Bool {
    let letters = Array(word.lowercased())
    let distance = between(letters, Array(other.lowercased()))
    return letters.count > 1 && distance <= limit(for: letters) && distance < letters.count
  }

  /// The most edits that a word of this length may differ by.
  package static func limit(for letters: [Character]) -> Int { letters.count <= 4 ? 1 : 2 }

  /// The number of insertions, deletions, replacements and transpositions that turn one word into
  /// the other (optimal string alignment).
  package static func between(_ left: [Character], _ right: [Character]) -> Int {
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
