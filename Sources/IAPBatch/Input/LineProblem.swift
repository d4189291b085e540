/// Why a line cannot be used. The contents of the line are not quoted: they may be a token.
struct LineProblem: Error, Equatable, Sendable {
  let words: String
  /// Whether what follows cannot be read either, so that the line cannot be skipped.
  var endsInput = false
  /// Whether the words are to be read after "line 2", as in "line 2 names alice".
  var isPredicate = false

  init(_ words: String, endsInput: Bool = false, isPredicate: Bool = false) {
    self.words = words
    self.endsInput = endsInput
    self.isPredicate = isPredicate
  }
}
