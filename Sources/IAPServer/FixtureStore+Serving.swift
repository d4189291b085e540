import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON

/// Operations in the form that a server needs: for one payment, or with a whole list as the result.
extension FixtureStore {
  func consumeOne(_ request: ConsumeRequest) async throws(IAPError) -> ConsumeReceipt {
    guard let answer = await consume([request]).first else {
      throw .iapctl(.bug, .bug("a consume without a result"))
    }
    return try answer.result.get()
  }

  /// The whole unconsumed list, and the markets that failed.
  func wholeUnconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> MarketResults<Purchase> {
    try await unconsumed(query).whole()
  }
}

extension MarketResults {
  /// The elements of all markets. If a market failed, its error is thrown, because the dialects
  /// `service` and `legacy` cannot report a partial list.
  func whole() throws(IAPError) -> [Element] {
    if let failure = failures.first { throw failure.error }
    return elements
  }
}

extension JSONCodec where Value == Identifier {
  /// Digits as a number or a string. The samples in the guides have both: `123` and `"123"`.
  static var looseDigits: JSONCodec {
    JSONCodec(.digits, write: identifier.write) { value throws(JSONProblem) in
      let identifier = Identifier(value.text ?? value.integer.map { String($0) } ?? "")
      guard identifier.isDigits else { throw .not("a whole number, or a string of digits") }
      return identifier
    }
  }
}
