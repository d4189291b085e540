import IAPCore
import SQLite

/// The numbers that a seed gives to its payments and transactions. A run of consecutive numbers
/// takes 16 bytes, and any other number 8.
struct NumberSet: Sendable {
  /// Numbers of different kinds stand side by side in a seed; each kind has runs of its own.
  enum Kind: Int { case payment, transaction, original }

  private var current: [ClosedRange<UInt64>?] = [nil, nil, nil]
  private var singles: [UInt64] = []
  private var runs: [ClosedRange<UInt64>] = []

  static let none = NumberSet()

  /// Adds an identifier, if it can be equal to a number that the store generates.
  mutating func insert(_ identifier: Identifier?, _ kind: Kind) {
    guard let identifier, let number = Self.number(identifier) else { return }
    if let run = current[kind.rawValue] {
      if run.upperBound + 1 == number {
        current[kind.rawValue] = run.lowerBound...number
        return
      }
      if run.contains(number) { return }
      close(run)
    }
    current[kind.rawValue] = number...number
  }

  private mutating func close(_ run: ClosedRange<UInt64>) {
    if run.lowerBound == run.upperBound {
      singles.append(run.lowerBound)
    } else {
      runs.append(run)
    }
  }

  /// Must be called after the last number.
  mutating func finish() {
    for run in current { if let run { close(run) } }
    singles.sort()
    runs.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt64>] = []
    for run in runs {
      if let last = merged.last, run.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        merged.append(run)
      }
    }
    runs = merged
  }

  /// The last number of the run that a number is in; nil if the number is not in the set.
  func lastOfRun(with number: UInt64) -> UInt64? {
    let run = Self.firstIndex(runs.count) { runs[$0].lowerBound > number } - 1
    if run >= 0, runs[run].upperBound >= number { return runs[run].upperBound }
    let single = Self.firstIndex(singles.count) { singles[$0] >= number }
    return single < singles.count && singles[single] == number ? number : nil
  }

  /// The first index for which a condition holds that holds for all later ones.
  private static func firstIndex(_ count: Int, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The number that is written without zeros in front; nil for another text.
  private static func number(_ identifier: Identifier) -> UInt64? {
    let text = identifier.text.utf8
    guard (1...19).contains(text.count), text.first != UInt8(ascii: "0") else { return nil }
    var number: UInt64 = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
