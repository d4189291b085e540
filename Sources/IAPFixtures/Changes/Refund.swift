package import IAPCore

package struct Refund: StoreChange {
  package var payment: Identifier

  package init(_ payment: Identifier) { self.payment = payment }

  package static let command = "refund"

  package static let form = ChangeForm(
    Refund(""), "refund a payment",
    discussion: [
      "Sets the state of the payment to REFUND, which is final: it leaves the unconsumed list and "
        + "can no longer be consumed, and its subscription is revoked. A payment that is not "
        + "verified (RESERVED, CHARGED) is ended by it as well. A payment that is refunded already "
        + "or was closed by its user is refused (error com.nhncloud.iap 13)."
    ],
    [.payment(\.payment)],
    examples: [
      ChangeExample("iapctl store refund 2026011210000001", "refund alice's payment"),
      ChangeExample("iapctl store refund 2026010610000001 -o json", "the event as JSON"),
    ], sample: Refund("2026011210000001"), related: ["store set-state", "store log"])

  package func make(in session: StoreSession) throws {
    try SetState(payment, .refund).make(in: session)
  }
}
