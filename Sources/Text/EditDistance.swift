/// How far a word is from another one, in typing mistakes.
package enum EditDistance {
  /// Whether one word may be the other, mistyped: one edit for up to four characters, two for more.
  /// Case does not count.
  package static func isNear(_ word: String, _ other: String) -> Bool {
    let letters = Array(word.lowercased())
    let distance = between(letters, Array(other.lowercased()))
    return letters.count > 1 && distance <= most(in: letters) && distance < letters.count
  }

  /// How many edits a word of so many characters may be away from what was meant.
  package static func most(in letters: [Character]) -> Int { letters.count <= 4 ? 1 : 2 }

  /// Insertions, deletions, replacements and transpositions that turn one word into the other
  /// (optimal string alignment).
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
