import IAPCore

/// The markets that a list lacks because they could not be asked, each with its reason.
struct MissingMarkets {
  private var tally: FailureTally = []
  /// The only failure, as it is without the list around it.
  private var only: IAPError?

  init(_ failures: [MarketFailure] = []) { failures.forEach { add($0) } }

  mutating func add(_ failure: MarketFailure) {
    // Whoever interrupts it interrupts the whole list.
    if failure.error.code == .iapctl(.interrupted) {
      return tally.add(.iapctl(.interrupted, failure.error.reason))
    }
    only = tally.isEmpty ? failure.error : nil
    tally.add(failure.error.missing(failure.market))
  }

  var isEmpty: Bool { tally.isEmpty }

  /// The failures of the list.
  ///
  /// - Parameter isAnswered: whether any market answered: then the list is there, and incomplete.
  func failures(isAnswered: Bool) -> FailureTally {
    guard !isAnswered, let only else { return tally }
    return [only]
  }
}
