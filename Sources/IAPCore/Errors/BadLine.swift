/// What is done with the invalid lines of an input.
package enum BadLineHandling: Hashable, Sendable {
  /// Nothing was used. The other lines could be used without them.
  case canBeSkipped
  /// Nothing was used, and the input cannot be used without them.
  case mustBeCorrected
  /// The other lines were used.
  case wereSkipped
}

/// An invalid line of an input, or several lines with the same problem.
package struct BadLine: Hashable, Sendable {
  /// The lines, in their order, from 1. There may be more than these.
  package let lines: [ClosedRange<Int>]
  /// The number of lines.
  package let count: Int
  /// The text after "line 3:". It quotes the invalid value, but never an access token.
  package let problem: String
  /// Whether the problem follows the line number without a colon, as in "line 3 has user alice".
  package let isPredicate: Bool
  /// Whether a spreadsheet changed a value of the line.
  package let isDamaged: Bool

  package init(
    lines: [ClosedRange<Int>], count: Int, problem: String, isPredicate: Bool = false,
    isDamaged: Bool = false
  ) {
    (self.lines, self.count, self.problem) = (lines, count, problem)
    (self.isPredicate, self.isDamaged) = (isPredicate, isDamaged)
  }

  /// A single line.
  package init(
    number: Int, problem: String, isPredicate: Bool = false, isDamaged: Bool = false
  ) {
    self.init(
      lines: [number...number], count: 1, problem: problem, isPredicate: isPredicate,
      isDamaged: isDamaged)
  }

  /// The number of the first line.
  package var number: Int { lines.first?.lowerBound ?? 0 }
}
