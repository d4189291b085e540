package import IAPCore

/// The lines of an input that cannot be used.
package struct BadLines: Sendable {
  /// How many of them are kept.
  package static let kept = 20
  /// How many of them an error names.
  private static let named = 10

  package private(set) var count = 0
  /// The first of them, in the order of the input.
  package private(set) var first: [BadLine] = []

  /// A line may turn out bad when later ones were read.
  ///
  /// - Parameter location: which part of the line it is, such as `purchases[3]`; nil for all of it.
  mutating func add(line: Int, _ problem: LineProblem, at location: String? = nil) {
    count += 1
    let index = first.firstIndex { $0.number > line } ?? first.count
    let message = location.map { $0 + (problem.isPredicate ? " " : ": ") + problem.message }
    let bad = BadLine(
      number: line, problem: message ?? problem.message,
      isPredicate: location == nil && problem.isPredicate)
    first.insert(bad, at: index)
    if first.count > Self.kept { first.removeLast() }
  }

  /// The failure of an input that may have none.
  ///
  /// - Parameter canSkip: whether the other lines could be used.
  func error(name: String, canSkip: Bool) -> IAPError {
    .iapctl(
      .inputInvalid,
      .input(
        name, .badLines(first: Array(first.prefix(Self.named)), count: count, canSkip: canSkip)))
  }
}

/// Why a line cannot be used. The contents of the line are not quoted: they may be a token.
struct LineProblem: Error, Equatable, Sendable {
  let message: String
  /// Whether what follows cannot be read either, so that the line cannot be skipped.
  var endsInput = false
  /// Whether the message is to be read after "line 2", as in "line 2 names alice".
  var isPredicate = false

  init(_ message: String, endsInput: Bool = false, isPredicate: Bool = false) {
    self.message = message
    self.endsInput = endsInput
    self.isPredicate = isPredicate
  }
}
