package import IAPCore

/// Detects payment numbers that a spreadsheet has rounded to 15 significant digits, with zeros at
/// the end. A single number that ends in 0 proves nothing: one number in ten does.
package struct RoundedNumbers: Equatable, Sendable {
  /// A spreadsheet does not round numbers with fewer digits than this.
  package static let digits = 16

  /// The different numbers of at least ``digits`` digits.
  package private(set) var count = 0
  /// Those of them of which every digit beyond the fifteenth is 0.
  package private(set) var ending = 0

  package init(count: Int = 0, ending: Int = 0) { (self.count, self.ending) = (count, ending) }

  package init(_ numbers: some Sequence<Identifier>) {
    let long = Set(numbers).filter { $0.text.utf8.count >= Self.digits }
    count = long.count
    ending = long.count {
      $0.text.utf8.dropFirst(Self.digits - 1).allSatisfy { $0 == UInt8(ascii: "0") }
    }
  }

  /// Whether so many end in zeros that a spreadsheet must have rounded them.
  package var isFound: Bool { ending >= 3 && ending * 3 >= count }

  /// Whether more of them end in zeros than chance lets expect, but too few to be sure.
  package var isSuspected: Bool { ending > 0 && ending * 5 >= count && !isFound }
}
