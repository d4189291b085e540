package import JSON

/// One API of an IAP server. The raw value is the value of `--api`, and the tag in the server's
/// description.
package enum WireDialect: String, Sendable, CaseIterable {
  /// The current API of the IAP service.
  case service
  /// The API of the old SDK.
  case legacy
  /// The API of `iapctl serve`: every operation, with all fields.
  case fixture

  /// The dialect that is used if none is chosen.
  package static let usual = service

  package var traits: WireTraits {
    switch self {
    case .service: ServiceAPI.traits
    case .legacy: LegacyAPI.traits
    case .fixture: FixtureAPI.traits
    }
  }
}

/// What a dialect needs and what it can do.
package struct WireTraits: Sendable {
  /// The header with the credential of a request; nil if the dialect has none.
  package var credentialHeader: String?
  /// Whether the header of a failure has the SDK's own error (``EnvelopeHeader/error``).
  package var hasExactErrors = false
  /// Whether a consume needs the payment's access token. If the caller gives none, the token is
  /// looked up.
  package var needsToken = true
  /// Whether a consume needs the product number of the payment.
  package var needsProductSeq = false
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
  /// Whether requests name the app, by its number or by its package.
  package var namesApp = true

  /// How the header of a response is written.
  package var header: JSONFields<EnvelopeHeader> {
    hasExactErrors ? EnvelopeHeader.fieldsWithError : EnvelopeHeader.fields
  }

  /// The header of the app key.
  package static let appKeyHeader = "X-NHN-TCIAP-AppKey"
}
