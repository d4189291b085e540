/// A payment as a fixture store has it, in any state.
package struct StoredPayment: Hashable, Sendable {
  package var purchase: Purchase
  package var state: PaymentState
  package var isConsumed: Bool
  /// Whether it is reserved and waits for an approval (Ask to Buy).
  package var isPending: Bool

  package init(
    _ purchase: Purchase, _ state: PaymentState, isConsumed: Bool = false, isPending: Bool = false
  ) {
    (self.purchase, self.state) = (purchase, state)
    (self.isConsumed, self.isPending) = (isConsumed, isPending)
  }

  /// The fields of ``Purchase``, plus two more.
  package static let fields: [Field<StoredPayment>] =
    Purchase.fields.map { $0.of({ $0.purchase }, { $1(&$0.purchase) }) } + [
      Field(always: "state", { $0.state }, { $0.state = $1 }),
      Field(always: "consumed", { $0.isConsumed }, { $0.isConsumed = $1 }),
    ]
}

/// A payment with everything that a fixture store knows of it.
package struct PaymentHistory: Hashable, Sendable {
  package var payment: StoredPayment
  /// Why a consume would be refused; nil if the payment can be consumed.
  package var refusal: IAPError?
  /// The status of the subscription that it paid; nil for other products.
  package var status: SubscriptionStatus?
  /// What happened to the payment, in the order of the store's log.
  package var events: [StoreEvent]

  package init(
    _ payment: StoredPayment, refusal: IAPError?, status: SubscriptionStatus? = nil,
    events: [StoreEvent]
  ) {
    (self.payment, self.refusal, self.events) = (payment, refusal, events)
    self.status = status
  }
}
