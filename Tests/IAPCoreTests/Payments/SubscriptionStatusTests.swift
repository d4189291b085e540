import IAPCore
import Testing

struct SubscriptionStatusTests {
  private static let now = Instant(1_767_225_600_000)
  private static let later = Instant(1_767_225_600_001)
  private static let earlier = Instant(1_767_225_599_999)

  /// Each row: a status, its expiry time, whether it gives access, and whether it counts as owned.
  private static let table: [(SubscriptionStatus, Instant?, Bool, Bool)] = [
    (.active, later, true, true), (.active, now, false, false), (.active, earlier, false, false),
    (.active, nil, false, false),
    (.canceled, later, true, true), (.canceled, now, false, false), (.canceled, nil, false, false),
    (.inGracePeriod, later, true, true), (.inGracePeriod, earlier, true, true),
    (.inGracePeriod, nil, true, true),
    (.onHold, later, false, true), (.onHold, earlier, false, true), (.onHold, nil, false, true),
    (.paused, later, false, true), (.paused, earlier, false, true),
    (.revoked, later, false, false), (.revoked, earlier, false, false),
    (.expired, later, false, false), (.expired, earlier, false, false),
    (.unknown, later, false, true), (.unknown, now, false, false), (.unknown, nil, false, false),
  ]

  @Test(arguments: table.map { ($0.0, $0.1, $0.2) })
  func `A status gives access until the expiry, and in the grace period`(
    status: SubscriptionStatus, expiry: Instant?, givesAccess: Bool
  ) {
    #expect(status.givesAccess(until: expiry, at: Self.now) == givesAccess)
  }

  @Test(arguments: table.map { ($0.0, $0.1, $0.3) })
  func `Whether a subscription is owned depends on its status and expiry`(
    status: SubscriptionStatus, expiry: Instant?, isOwned: Bool
  ) {
    #expect(status.isOwned(until: expiry, at: Self.now) == isOwned)
  }

  @Test(arguments: SubscriptionStatus.known)
  func `A subscription that gives access is owned`(status: SubscriptionStatus) {
    for expiry in [Self.earlier, Self.now, Self.later]
    where status.givesAccess(until: expiry, at: Self.now) {
      #expect(status.isOwned(until: expiry, at: Self.now))
    }
  }

  @Test
  func `The names are those of the SDK`() {
    let names = [
      "ACTIVE", "CANCELED", "ON_HOLD", "IN_GRACE_PERIOD", "PAUSED", "REVOKED", "EXPIRED", "UNKNOWN",
    ]
    #expect(SubscriptionStatus.known.map(\.name) == names)
    #expect(SubscriptionStatus.known.map(\.description) == names)
  }

  @Test(arguments: ["PENDING", "active", ""])
  func `An unknown status is kept, and gives no access`(name: String) {
    let status = SubscriptionStatus(name)
    #expect(status.name == name)
    #expect(!SubscriptionStatus.known.contains(status))
    #expect(!status.givesAccess(until: Self.later, at: Self.now))
  }

  @Test
  func `Google Play withholds all but active, canceled and unknown subscriptions`() {
    let withheld = SubscriptionStatus.known.filter(\.isWithheldByGooglePlay)
    #expect(withheld == [.onHold, .inGracePeriod, .paused, .revoked, .expired])
  }
}
