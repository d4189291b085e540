/// The status of a subscription, by the names of the Android SDK. Unknown names are kept unchanged.
package struct SubscriptionStatus: Hashable, Sendable, CustomStringConvertible {
  private let identifier: Identifier

  package static let active = SubscriptionStatus("ACTIVE")
  package static let canceled = SubscriptionStatus("CANCELED")
  package static let onHold = SubscriptionStatus("ON_HOLD")
  package static let inGracePeriod = SubscriptionStatus("IN_GRACE_PERIOD")
  package static let paused = SubscriptionStatus("PAUSED")
  package static let revoked = SubscriptionStatus("REVOKED")
  package static let expired = SubscriptionStatus("EXPIRED")
  package static let unknown = SubscriptionStatus("UNKNOWN")

  package static let known: [SubscriptionStatus] = [
    .active, .canceled, .onHold, .inGracePeriod, .paused, .revoked, .expired, .unknown,
  ]

  package init(_ name: String) { identifier = Identifier(name) }

  package var name: String { identifier.text }
  package var description: String { name }

  /// Whether the user has access to the subscription at an instant.
  package func givesAccess(until expiry: Instant?, at now: Instant) -> Bool {
    switch self {
    case .active, .canceled: expiry.map { $0 > now } ?? false
    case .inGracePeriod: true
    default: false
    }
  }

  /// Whether the store refuses to sell the same subscription again, because it gives access or may
  /// do so again.
  package func isOwned(until expiry: Instant?, at now: Instant) -> Bool {
    switch self {
    case .onHold, .paused: true
    case .revoked, .expired: false
    case .unknown: expiry.map { $0 > now } ?? false
    default: givesAccess(until: expiry, at: now)
    }
  }

  /// Whether Google Play omits an unconsumed payment with this status from the unconsumed list.
  package var isWithheldByGooglePlay: Bool {
    [.inGracePeriod, .onHold, .paused, .expired, .revoked].contains(self)
  }
}
