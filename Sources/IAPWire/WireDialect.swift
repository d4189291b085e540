package import IAPCore

/// One API of an IAP server. The raw value is the value of `--api`, and the tag in the server's
/// description.
package enum WireDialect: String, Sendable, CaseIterable {
  /// The current API of the IAP service.
  case service
  /// The API of the old SDK.
  case legacy
  /// The API of `iapctl serve`: every operation, with all fields.
  case fixture
  /// The server API of Gamebase, NHN's game platform.
  case gamebase

  /// The dialect that is used if none is chosen.
  package static let usual = service

  /// The error for an operation that no call of the dialect does; nil for another one.
  package func refusal(of operation: IAPOperation) -> IAPError? {
    traits.missing[operation].map { alternative in
      .iapctl(
        .unsupported,
        .notInAPI(operation: operation.rawValue, api: rawValue, alternative: alternative))
    }
  }

  package var traits: WireTraits {
    switch self {
    case .service: ServiceAPI.traits
    case .legacy: LegacyAPI.traits
    case .fixture: FixtureAPI.traits
    case .gamebase: GamebaseAPI.traits
    }
  }
}
