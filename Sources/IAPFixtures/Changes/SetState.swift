package import IAPCore

/// The state of a payment is set, as in the IAP console.
package struct SetState: StoreChange {
  package var payment: Identifier
  package var state: PaymentState
  /// What the store charged. Only a payment that becomes successful can be given one.
  package var charge: Charge

  package init(_ payment: Identifier, _ state: PaymentState, _ charge: Charge = Charge()) {
    (self.payment, self.state, self.charge) = (payment, state, charge)
  }

  package static let form = ChangeForm(
    SetState("", .success), command: "set-state", route: "state",
    "set the state of a payment, as in the IAP console",
    discussion: [
      "The IAP console allows these changes, and all others are refused (error 13): SUCCESS to REFUND; "
        + "RESERVED and CHARGED to REFUND, and to SUCCESS except on Google Play; FAILURE to SUCCESS "
        + "or REFUND. The console shows RESERVED and CHARGED alike, as 'Reserved': payments that "
        + "were not verified.",
      "SUCCESS needs the receipt, the price and the currency if the store does not know them. A "
        + "RESERVED payment needs --receipt, unless the user's store account has its transaction.",
      "A refund is final. The payment leaves the unconsumed list, and its subscription is revoked. "
        + "A payment that becomes successful is unconsumed, and its subscription begins.",
    ],
    [
      .payment(\.payment), .choice("state", \.state, "the new state"),
      .optional(
        "receipt", \.charge.receipt, .transaction, .name,
        "with SUCCESS: the transaction that the app store charged",
        fallback: "that of the payment"),
      .optional(
        "price", \.charge.price, .price, .charge, "with SUCCESS: what was charged",
        fallback: "the price of the payment"),
      .optional(
        "currency", \.charge.currency, .currency, .currency,
        "with SUCCESS: the currency of the price", fallback: "that of the payment"),
    ],
    examples: [
      ChangeExample("iapctl store set-state 2026011410000001 REFUND", "refund alice's payment"),
      ChangeExample(
        "iapctl store set-state 2026011510000001 SUCCESS",
        "frank's interrupted payment was charged"),
      ChangeExample(
        "iapctl store set-state 2026011510000009 SUCCESS --receipt 777",
        "a failed payment was charged after all", status: 3),
    ], sample: SetState("2026011510000001", .success), related: ["store refund", "store log"])

  package var misplaced: String? {
    guard state != .success else { return nil }
    if charge.receipt != nil { return "receipt" }
    if charge.price != nil { return "price" }
    return charge.currency != nil ? "currency" : nil
  }

  package func make(in session: StoreSession) throws {
    try session.set(state, of: session.requirePurchase(numbered: payment), charge)
  }
}

/// What a person knows of the charge of a payment. A value that is nil stays as the payment has it.
package struct Charge: Hashable, Sendable {
  /// The transaction in the receipt.
  package var receipt: Identifier?
  package var price: Price?
  package var currency: String?

  package init(receipt: Identifier? = nil, price: Price? = nil, currency: String? = nil) {
    (self.receipt, self.price, self.currency) = (receipt, price, currency)
  }
}
