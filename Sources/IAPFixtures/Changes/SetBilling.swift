package import IAPCore
import SQLite

/// The billing of a user fails, or is ok again. The user may be new to the store.
package struct SetBilling: StoreChange {
  package var user: Identifier
  package var billing: Billing

  package init(_ user: Identifier, _ billing: Billing) {
    (self.user, self.billing) = (user, billing)
  }

  package static let command = "set-billing"

  package static let form = ChangeForm(
    SetBilling("", .ok), route: "billing",
    "let a user's billing fail, or be ok again",
    discussion: [
      "While a user's billing is failing, a subscription of the user that should renew enters its "
        + "grace period, is put on hold, and expires, as the product's 'grace' and 'hold' say. When "
        + "the billing is ok again, subscriptions in a grace period or on hold recover with a new "
        + "payment. Lists the events of the change."
    ],
    [
      .operand("userID", \.user, .user, .name, "the user"),
      .choice("billing", \.billing, "whether the user can pay from now on"),
    ],
    examples: [
      ChangeExample("iapctl store set-billing bob failing", "bob's card is refused from now on"),
      ChangeExample("iapctl store set-billing bob ok -o json", "bob has a new card"),
    ], sample: SetBilling("bob", .failing), related: ["store advance", "store log"])

  package func make(in session: StoreSession) throws {
    try session.connection.run(
      """
      INSERT INTO user (userID, paymentsAllowed, storeAccountReadable, billing)
      VALUES (?, 1, 1, ?) ON CONFLICT (userID) DO UPDATE SET billing = excluded.billing
      """, [.text(user.text), .text(billing.rawValue)])
    // Subscriptions in a grace period or on hold recover now.
    try session.bringUpToDate()
  }
}
