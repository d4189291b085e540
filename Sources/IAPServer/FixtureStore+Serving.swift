import IAPCore
import IAPFixtures

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
