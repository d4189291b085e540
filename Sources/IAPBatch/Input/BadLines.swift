package import IAPCore

/// The invalid lines of an input.
package struct BadLines: Sendable {
  /// The maximum number of lines whose problems are kept.
  package static let kept = 20
  /// The maximum number of lines that an error message names.
  private static let named = 10

  package private(set) var count = 0
  /// The first invalid lines, in the order of the input.
  package private(set) var first: [BadLine] = []

  /// Adds an invalid line. Lines may be added out of order: a later line can show that an earlier
  /// one is invalid.
  ///
  /// - Parameter location: the invalid part of the line, such as `purchases[3]`; nil for the whole
  ///   line.
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

  /// The error that describes the invalid lines of an input.
  func error(name: String, _ handling: BadLineHandling) -> IAPError {
    .iapctl(
      .inputInvalid,
      .input(
        name, .badLines(first: Array(first.prefix(Self.named)), count: count, handling)))
  }
}

/// Why a line is invalid. The message does not quote the line, which may contain an access token.
struct LineProblem: Error, Equatable, Sendable {
  let message: String
  /// Whether the rest of the input cannot be read, so that this line cannot be skipped.
  var endsInput = false
  /// Whether the message follows the line number without a colon, as in "line 2 has user alice".
  var isPredicate = false

  init(_ message: String, endsInput: Bool = false, isPredicate: Bool = false) {
    self.message = message
    self.endsInput = endsInput
    self.isPredicate = isPredicate
  }
}
