package import IAPCore

/// Detects payment numbers that a spreadsheet has rounded to 15 significant digits, with zeros at
/// the end. A single number that ends in 0 proves nothing: one number in ten does.
package struct RoundedNumbers: Equatable, Sendable {
  /// A spreadsheet does not round numbers with fewer digits than this.
  package static let digits = 16

  /// The different numbers of at least ``digits`` digits.
  package private(set) var count = 0
  /// Those of them that end in 0.
  package private(set) var ending = 0

  package init(count: Int = 0, ending: Int = 0) { (self.count, self.ending) = (count, ending) }

  package init(_ numbers: some Sequence<Identifier>) {
    let long = Set(numbers).filter { $0.text.utf8.count >= Self.digits }
    count = long.count
    ending = long.count { $0.text.utf8.last == UInt8(ascii: "0") }
  }

  /// Whether so many end in 0 that chance would do it at most once in a thousand files: 3 of 3, 4 of
  /// 5, 6 of 10, 8 of 20.
  package var isFound: Bool {
    guard ending >= 3 else { return false }
    guard count <= Self.counted else {
      // The normal distribution: the probability of four standard deviations is below 1/1000.
      return Double(ending) > 0.1 * Double(count) + 4 * (0.09 * Double(count)).squareRoot()
    }
    return probability <= 0.001000001
  }

  /// Whether all of them end in 0, but too few to be sure.
  package var isSuspected: Bool { ending > 0 && ending == count && !isFound }

  /// The maximum count for which the probability is calculated exactly.
  private static let counted = 2000

  /// The probability that chance lets at least ``ending`` of ``count`` numbers end in 0.
  private var probability: Double {
    var term = 1.0
    for _ in 0..<count { term *= 0.9 }
    var sum = 0.0
    for hits in 0...count {
      if hits >= ending { sum += term }
      term *= Double(count - hits) / Double(hits + 1) / 9
    }
    return sum
  }
}
