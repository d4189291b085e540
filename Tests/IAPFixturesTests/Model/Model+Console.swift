import IAPCore

/// What a person changes in the consoles, and what a parent decides.
extension Model {
  mutating func setState(
    _ number: String, _ state: PaymentState, receipt transaction: String?
  ) -> String {
    change(number) { model, index in
      let payment = model.payments[index]
      let isAllowed =
        switch (payment.state, state) {
        case (.success, .refund), (.reserved, .refund), (.charged, .refund): true
        case (.failure, .refund), (.failure, .success): true
        case (.reserved, .success), (.charged, .success): payment.product.market != "GG"
        default: false
        }
      guard isAllowed else { throw Refusal("iap 13") }
      // What a reservation was charged is known by its receipt only. The odd product has no price.
      let isCharged = payment.state != .reserved || model.receipt(payment.transaction) != nil
      if state == .success, transaction == nil && !isCharged || payment.product.price == nil {
        throw Refusal("usage")
      }
      if let transaction, transaction != payment.transaction {
        try model.setTransaction(transaction, of: index)
      }
      model.payments[index].state = state
      (model.payments[index].isConsumed, model.payments[index].isPending) = (false, false)
      model.record(
        state == .refund ? "refunded" : "stateChanged", index,
        payment.isConsumed ? "\(payment.state.rawValue), consumed" : payment.state.rawValue,
        state.rawValue)
      guard payment.product.type.isSubscription else { return }
      if state == .success { model.requireReceipt(index) }
      model.takeStatus(index)
    }
  }

  private mutating func setTransaction(_ transaction: String, of index: Int) throws {
    if payment(transaction: transaction) != nil { throw Refusal("usage") }
    if let receipt = receipt(transaction) { try requireMatch(index, receipt) }
    let payment = payments[index]
    payments[index].transaction = transaction
    if payment.original == payment.transaction { payments[index].original = transaction }
  }

  mutating func requireReceipt(_ index: Int) {
    if receipt(payments[index].transaction) == nil { writeReceipt(of: index) }
  }

  mutating func setStatus(
    _ number: String, _ status: SubscriptionStatus, until end: Int64?
  ) -> String {
    change(number) { model, index in
      let payment = model.payments[index]
      guard payment.product.type.isSubscription, let current = model.current(model.key(payment)),
        model.payments[current].state == .success || status == .revoked
      else { throw Refusal("iap 13") }
      let end = end ?? model.payments[current].expiry ?? 0
      let isOverAtOnce = [.active, .canceled].contains(status) && end <= model.clock
      // Another payment of the subscription that ends later would have the status then.
      let key = model.key(payment)
      let isOutlasted = model.payments.indices.contains { other in
        let payment = model.payments[other]
        return other != current && payment.isPaidSubscription && model.key(payment) == key
          && (payment.expiry ?? 0, other) > (end, current)
      }
      if end < model.payments[current].time || isOutlasted || isOverAtOnce {
        throw Refusal("usage")
      }
      let kinds: [SubscriptionStatus: String] = [
        .canceled: "cancelled", .inGracePeriod: "grace", .onHold: "hold", .paused: "paused",
        .revoked: "revoked", .expired: "expired",
      ]
      model.record(
        kinds[status] ?? "statusChanged", current, model.payments[current].status?.name,
        status.name)
      (model.payments[current].status, model.payments[current].expiry) = (status, end)
      let transaction = model.payments[current].transaction
      for index in model.receipts.indices where model.receipts[index].transaction == transaction {
        model.receipts[index].expiry = end
      }
    }
  }

  /// The purchase is paid now: its period begins now.
  mutating func approve(_ number: String) -> String {
    change(number) { model, index in
      let payment = model.payments[index]
      guard payment.isPending else { throw Refusal("iap 13") }
      if model.switchedOff.contains(payment.product.market) { throw Refusal("iap 2") }
      try model.requireNotOwned(payment.product, by: payment.user)
      try model.requireWithinLimit(payment.product, for: payment.user)
      model.payments[index].isPending = false
      model.payments[index].state = .success
      model.payments[index].time = model.clock
      model.payments[index].expiry = payment.product.period?.added(to: model.clock)
      model.record("approved", index, .reserved, .reserved)
      model.record("charged", index, .reserved, .charged)
      model.record("verified", index, .charged, .success)
      guard payment.product.type.isSubscription else { return }
      model.requireReceipt(index)
      model.endEarlierPeriods(before: index)
      model.takeStatus(index)
    }
  }

  mutating func decline(_ number: String) -> String {
    change(number) { model, index in
      guard model.payments[index].isPending else { throw Refusal("iap 13") }
      model.payments[index].isPending = false
      model.payments[index].state = .userClose
      model.record("declined", index, .reserved, .userClose)
    }
  }

  private mutating func change(
    _ number: String, _ body: (inout Model, Int) throws -> Void
  ) -> String {
    catchUp()
    guard let index = payment(number) else { return "paymentNotFound" }
    do {
      try body(&self, index)
      return "done"
    } catch {
      return (error as? Refusal)?.text ?? "\(error)"
    }
  }
}
