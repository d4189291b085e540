package import IAPCore

/// Pages of lists, as test data.
extension MarketResults {
  package static func elements(_ elements: [Element]) -> MarketResults { MarketResults(elements) }

  package static func failure(_ failure: MarketFailure) -> MarketResults {
    MarketResults([], failures: [failure], isAnswered: false)
  }
}
