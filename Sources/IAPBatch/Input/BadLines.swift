package import IAPCore

/// The invalid lines of an input. Lines with the same problem are one group.
package struct BadLines: Sendable {
  /// The maximum number of groups that are kept.
  package static let kept = 20
  /// The maximum number of groups that an error message names.
  private static let named = 10
  /// The maximum number of ranges of lines that a group keeps.
  private static let ranges = 10

  package private(set) var count = 0
  private var groups: [Group] = []

  /// Adds an invalid line. Lines may be added out of order: a later line can show that an earlier
  /// one is invalid.
  ///
  /// - Parameter location: the invalid part of the line, such as `purchases[3]`; nil for the whole
  ///   line.
  mutating func add(
    line: Int, _ problem: LineProblem, at location: String? = nil, of payment: Identifier? = nil
  ) {
    count += 1
    if problem == .belowSecondHeader { hasOtherTable = true }
    let bad = BadLine(number: line, problem, at: location, of: payment)
    if let index = groups.firstIndex(where: { $0.isOf(problem) }) {
      return groups[index].add(bad, keeping: Self.ranges)
    }
    groups.insert(Group(bad), at: groups.firstIndex { $0.first > line } ?? groups.count)
    if groups.count > Self.kept { groups.removeLast() }
  }

  /// Whether there is a second table with another header.
  private(set) var hasOtherTable = false

  /// The first lines and groups of lines, in the order of their first lines.
  package var first: [BadLine] { named(Self.kept) }

  private func named(_ most: Int) -> [BadLine] {
    Array(groups.flatMap(\.badLines).sorted { $0.number < $1.number }.prefix(most))
  }

  /// The error that describes the invalid lines of an input.
  func error(name: String, _ handling: BadLineHandling) -> IAPError {
    .iapctl(
      .inputInvalid,
      .input(name, .badLines(first: named(Self.named), count: count, handling)))
  }

  /// The lines with one problem. One or two of them are named with their own values.
  private struct Group {
    /// The first lines, in their order.
    private var lines: [BadLine]
    private var ranges: [ClosedRange<Int>]
    private var count = 1

    /// The maximum number of lines that are named one by one.
    private static let single = 2

    init(_ line: BadLine) { (lines, ranges) = ([line], line.lines) }

    var first: Int { lines[0].number }

    func isOf(_ other: LineProblem) -> Bool {
      lines[0].problem.withoutValue == other.withoutValue
    }

    mutating func add(_ line: BadLine, keeping most: Int) {
      count += 1
      let number = line.number
      lines.insert(line, at: lines.firstIndex { $0.number > number } ?? lines.count)
      if lines.count > Self.single { lines.removeLast() }
      guard !ranges.contains(where: { $0.contains(number) }) else { return }
      if let index = ranges.firstIndex(where: { $0.upperBound + 1 == number }) {
        ranges[index] = ranges[index].lowerBound...number
      } else {
        ranges.insert(
          number...number, at: ranges.firstIndex { $0.lowerBound > number } ?? ranges.count)
        if ranges.count > most { ranges.removeLast() }
      }
    }

    var badLines: [BadLine] {
      count > Self.single
        ? [
          BadLine(
            lines: ranges, count: count, lines[0].problem, at: lines[0].location,
            of: lines[0].payment)
        ] : lines
    }
  }
}
