package import Languages

/// What is done with the invalid lines of an input.
package enum BadLineHandling: Hashable, Sendable {
  /// Nothing was used. The other lines could be used without them.
  case canBeSkipped
  /// Nothing was used, and the input cannot be used without them.
  case mustBeCorrected
  /// The other lines were used. The rejected lines are in this file, if one was asked for.
  case wereSkipped(file: String? = nil)
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
  /// The payment of the first line, if the line is right by itself.
  package let payment: Identifier?

  package init(
    lines: [ClosedRange<Int>], count: Int, _ problem: LineProblem, at location: String? = nil,
    of payment: Identifier? = nil
  ) {
    (self.lines, self.count) = (lines, count)
    (self.problem, self.location, self.payment) = (problem, location, payment)
  }

  /// A single line.
  package init(
    number: Int, _ problem: LineProblem, at location: String? = nil, of payment: Identifier? = nil
  ) {
    self.init(lines: [number...number], count: 1, problem, at: location, of: payment)
  }

  /// The number of the first line.
  package var number: Int { lines.first?.lowerBound ?? 0 }
}

extension BadLine {
  /// The first bad lines of an input, and the number of further ones.
  static func sentence(_ first: [BadLine], in name: Sentence, of count: Int) -> Sentence {
    let lines = first.map(\.sentence)
    if lines.count == 1, first[0].count == count { return "\(name), \(lines[0])" }
    let rest = count - first.reduce(0) { $0 + $1.count }
    let more: Sentence? = rest > 0 ? "; and \(rest) more" : nil
    return "\(name) has \(count) bad lines: \(sentences: lines, separator: "; ")\(more)"
  }

  /// `line 3, purchases[1]: …`, `lines 2–501, 503: …, first 'x'`.
  private var sentence: Sentence {
    let isPredicate = if case .otherUser = problem { true } else { false }
    if count == 1 {
      let location: Sentence? = location.map { Sentence(": \($0)", context: "location") }
      return isPredicate
        ? Sentence(
          "\(lineNumbers)\(location) \(problem.sentence)", context: "line and its verb")
        : "\(lineNumbers)\(location): \(problem.sentence)"
    }
    let example: Sentence? =
      problem.value.map { "\($0.inQuotes)" } ?? location.map { "\($0)" }
    let first: Sentence? = example.map { ", first \($0)" }
    return isPredicate
      ? Sentence(
        "\(lineNumbers) \(problem.common)\(first)", context: "lines and their verb")
      : "\(lineNumbers): \(problem.common)\(first)"
  }

  /// `line 3: payment 7 belongs to another user`.
  ///
  /// - Parameter count: how many lines there are.
  package static func located(_ message: Sentence, in lines: [Int], of count: Int) -> Sentence {
    "\(self.lines(lines, of: count)): \(message)"
  }

  /// `line 3`, `lines 2–501, 503 and 4 more`.
  ///
  /// - Parameter count: how many lines there are.
  package static func lines(_ lines: [Int], of count: Int) -> Sentence {
    numbers(lines.sorted().ranges.map(text), of: count, more: count - lines.count)
  }

  private static func numbers(_ ranges: [String], of count: Int, more rest: Int) -> Sentence {
    let more: Sentence? = rest > 0 ? Sentence(" and \(rest) more", context: "lines") : nil
    return count == 1 ? "line \(list: ranges)\(more)" : "lines \(list: ranges)\(more)"
  }

  /// `2–501`, `503`.
  private static func text(_ lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)–\(lines.upperBound)"
  }

  /// `line 3`, `lines 2–501, 503`.
  private var lineNumbers: Sentence {
    Self.numbers(
      lines.map(Self.text), of: count, more: count - lines.reduce(0) { $0 + $1.count })
  }
}

extension LineProblem {
  /// The problem of several lines, without the value of each.
  fileprivate var common: Sentence {
    switch withoutValue {
    case .value(let column, .rounded, _): "\(column) was rounded"
    case .value(let column, .formatted, _): "\(column) was formatted as a number"
    case let common: common.sentence
    }
  }
}
