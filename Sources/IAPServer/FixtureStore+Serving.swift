import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON

/// Operations as a server needs them: for one payment, and for a whole list.
extension FixtureStore {
  /// Consumes one payment.
  func consumeOne(_ request: ConsumeRequest) async throws(IAPError) -> ConsumeReceipt {
    guard let answer = await consume([request]).first else {
      throw .iapctl(.bug, .bug("a consume without a result"))
    }
    return try answer.result.get()
  }

  /// The whole unconsumed list, and which markets could not be asked.
  func wholeUnconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> MarketResults<Purchase> {
    try await unconsumed(query).whole()
  }
}

extension MarketResults {
  /// A list that has everything in it; a market that could not be asked is an error, for a dialect
  /// that cannot say that something is missing.
  func whole() throws(IAPError) -> [Element] {
    if let failure = failures.first { throw failure.error }
    return elements
  }
}

extension JSONCodec where Value == Identifier {
  /// Digits, as a number or in quotes: the guides' samples have both.
  static var looseDigits: JSONCodec {
    JSONCodec(.digits, write: identifier.write) { value throws(JSONProblem) in
      let identifier = Identifier(value.text ?? value.integer.map { String($0) } ?? "")
      guard identifier.isDigits else { throw .not("a whole number, or a string of digits") }
      return identifier
    }
  }
}
