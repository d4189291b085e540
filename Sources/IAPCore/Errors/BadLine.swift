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
  /// The problem of the first line. The others have the same, with other values.
  package let problem: LineProblem
  /// The invalid part of the first line, such as `purchases[3]`; nil for the whole line.
  package let location: String?

  package init(
    lines: [ClosedRange<Int>], count: Int, _ problem: LineProblem, at location: String? = nil
  ) {
    (self.lines, self.count) = (lines, count)
    (self.problem, self.location) = (problem, location)
  }

  /// A single line.
  package init(number: Int, _ problem: LineProblem, at location: String? = nil) {
    self.init(lines: [number...number], count: 1, problem, at: location)
  }

  /// The number of the first line.
  package var number: Int { lines.first?.lowerBound ?? 0 }
}
