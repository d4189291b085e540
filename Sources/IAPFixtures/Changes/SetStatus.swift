package import IAPCore

/// The status of the subscription is set to which a payment belongs.
package struct SetStatus: StoreChange {
  package var payment: Identifier
  package var status: SubscriptionStatus
  /// When the period ends from now on; nil to keep that time.
  package var until: ClockChange?

  package init(_ payment: Identifier, _ status: SubscriptionStatus, until: ClockChange? = nil) {
    (self.payment, self.status, self.until) = (payment, status, until)
  }

  package static let form = ChangeForm(
    SetStatus("", .active), command: "set-status", route: "status",
    "set the status of a subscription",
    discussion: [
      "Sets the status of the subscription to which a payment belongs. As the clock advances, "
        + "ACTIVE renews at the end of its period, CANCELED expires, and PAUSED, REVOKED, EXPIRED "
        + "and UNKNOWN stay. IN_GRACE_PERIOD and ON_HOLD end only if the user's billing is set, by "
        + "'store set-billing' or a seed; otherwise they stay.",
      "A payment that is no subscription or was not paid is refused (error 13). A status that gives "
        + "access needs an end after the time of the store: give it with --until.",
    ],
    [
      .payment(\.payment),
      .required("status", \.status, .choice(statuses), .knownStatus, "the new status"),
      .optional(
        "until", \.until, .clock, .clockChange,
        "the new end of the period: an instant, a day, or +30d; default: the old end"),
    ],
    examples: [
      ChangeExample(
        "iapctl store set-status 2026010110000001 CANCELED", "bob cancels: it will expire"),
      ChangeExample(
        "iapctl store set-status 2026010110000001 ACTIVE --until +30d",
        "give the period another end"),
    ], sample: SetStatus("2026010110000001", .canceled), related: ["subscriptions", "store log"])

  private static let statuses = SubscriptionStatus.known.map(\.name)

  package func make(in session: StoreSession) throws {
    try session.set(status, of: session.requirePurchase(numbered: payment), until: until)
  }
}
