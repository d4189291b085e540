/// Why a line is no payment. What stands in the line is never quoted: it may be a token.
struct LineProblem: Error, Equatable, Sendable {
  let words: String
  /// Whether nobody can tell what stands behind it, so that it cannot be passed over.
  let endsInput: Bool

  init(_ words: String, endsInput: Bool = false) {
    self.words = words
    self.endsInput = endsInput
  }
}
