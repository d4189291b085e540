package import IAPCore
package import JSON

/// What a dialect needs and what it can do.
package struct WireTraits: Sendable {
  /// The credential of a request; nil if the dialect has none.
  package var credential: Credential?
  /// Whether the path of a request has the ID of the app.
  package var needsAppID = false
  /// The header with a number of the client for each call; nil if the dialect has none.
  package var callNumberHeader: String?
  /// The origin of the real service.
  package var usualOrigin = ServerName.usualOrigin
  /// See ``IAPCore/ServiceTraits/numberSpace``.
  package var numberSpace: String?
  /// Whether the header of a failure has the SDK's own error (``EnvelopeHeader/error``).
  package var hasExactErrors = false
  /// Whether a consume needs the payment's access token. If the caller gives none, the token is
  /// looked up.
  package var needsToken = true
  /// Whether a consume needs the product number of the payment.
  package var needsProductSeq = false
  /// Whether the market of a payment in an unconsumed list is known.
  package var listsMarkets = true
  /// Whether unconsumed lists contain the store's product identifiers.
  package var listsProductIdentifiers = false
  /// Whether unconsumed lists contain the store's identifiers of the charges.
  package var listsTransactions = false
  /// Whether payments in any state can be listed, and found by their number or transaction.
  package var findsPayments = false
  /// Whether unconsumed lists contain the times of purchases, and begin with the oldest one.
  package var listsTimes = false
  /// Whether each list is of one market.
  package var listsByMarket = false
  /// The markets that a list without markets does not contain.
  package var unlistedMarkets: [StoreCode] = []
  /// Whether requests name the app by its number.
  package var namesAppSeq = true
  /// Whether requests name the app by its package.
  package var namesPackage = true
  /// Whether the payment of an access token can be asked for.
  package var readsTokens = false

  /// The operations that no call of the dialect does, and what does them.
  package var missing: [IAPOperation: IAPError.Alternative] = [
    .purchase: .fixtureAPI, .restore: .restoringApp, .reprocess: .startingApp,
  ]

  /// The markets of a list for which none is given; empty for all.
  ///
  /// - Parameter usual: those that are asked one by one.
  package func listedMarkets(usual: [StoreCode]) -> [StoreCode] {
    if listsByMarket { return usual }
    return unlistedMarkets.isEmpty ? [] : StoreCode.known.filter { !unlistedMarkets.contains($0) }
  }

  /// How the header of a response is written.
  package var header: JSONFields<EnvelopeHeader> {
    if hasExactErrors { return EnvelopeHeader.fieldsWithError }
    return callNumberHeader == nil ? EnvelopeHeader.fields : EnvelopeHeader.fieldsWithCallNumber
  }
}

extension Credential {
  /// The header of a request that has it.
  package var header: String {
    switch self {
    case .appKey: "X-NHN-TCIAP-AppKey"
    case .secretKey: "X-Secret-Key"
    }
  }
}
