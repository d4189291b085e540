import IAPCore

/// The markets that are missing in a list because their request failed, with the errors.
struct MissingMarkets {
  private var tally: FailureTally = []
  /// The only failure, without "list incomplete".
  private var only: IAPError?

  init(_ failures: [MarketFailure] = []) { failures.forEach { add($0) } }

  mutating func add(_ failure: MarketFailure) {
    // An interruption ends the whole list, so the error names no market.
    if failure.error.code == .iapctl(.interrupted) {
      return tally.add(.iapctl(.interrupted, failure.error.reason))
    }
    only = tally.isEmpty ? failure.error : nil
    tally.add(failure.error.missing(failure.market))
  }

  var isEmpty: Bool { tally.isEmpty }

  /// The failures of the list.
  ///
  /// - Parameter isAnswered: whether at least one market answered. If so, the list is incomplete;
  ///   if not, there is no list.
  func failures(isAnswered: Bool) -> FailureTally {
    guard !isAnswered, let only else { return tally }
    return [only]
  }
}
