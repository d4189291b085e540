package import IAPCore

/// Pages of lists, as test data.
extension MarketResults {
  package static func elements<Element>(_ elements: [Element]) -> MarketResults
  where Elements == [Element] { MarketResults(elements) }

  package static func failure<Element>(_ failure: MarketFailure) -> MarketResults
  where Elements == [Element] {
    MarketResults([], failures: [failure], isAnswered: false)
  }
}
