import IAPCore

/// What the time does to subscriptions.
extension Model {
  /// Plays everything that is due, in order of time. Then the subscriptions whose billing is ok
  /// again recover.
  mutating func catchUp() {
    while let index = nextDue() { end(index) }
    let failed = payments.indices.filter {
      [.inGracePeriod, .onHold].contains(payments[$0].status)
        && user(payments[$0].user).isBillingFailing == false
    }
    for index in failed.sorted(by: isEarlier) { recover(index) }
  }

  private func isEarlier(_ left: Int, _ right: Int) -> Bool {
    (payments[left].expiry ?? 0, left) < (payments[right].expiry ?? 0, right)
  }

  /// ACTIVE and CANCELED end at their expiry. A grace period and a hold wait, unless the billing of
  /// the user fails. Nothing else ends.
  private func nextDue() -> Int? {
    payments.indices.filter { index in
      let payment = payments[index]
      guard let expiry = payment.expiry, expiry <= clock else { return false }
      switch payment.status {
      case .some(.active), .some(.canceled): return true
      case .some(.inGracePeriod), .some(.onHold):
        return user(payment.user).isBillingFailing == true
      default: return false
      }
    }.min(by: isEarlier)
  }

  /// What happens at the expiry of a status: ACTIVE renews. If billing fails, it goes into a grace
  /// period, then on hold, then it expires; a stage that the product does not have is skipped.
  private mutating func end(_ index: Int) {
    let payment = payments[index]
    let (product, expiry) = (payment.product, payment.expiry ?? 0)
    let isFailing = user(payment.user).isBillingFailing == true
    switch payment.status {
    case .some(.active) where !isFailing:
      payments[index].status = nil
      let renewal = pay(
        payment, at: expiry, until: product.period?.end(from: expiry, since: start(of: payment)))
      record("renewed", renewal, "ACTIVE", "ACTIVE", at: expiry)
    case .some(.active) where product.grace != nil:
      move(index, to: .inGracePeriod, until: product.grace?.added(to: expiry), "grace")
    case .some(.active) where product.hold != nil, .some(.inGracePeriod) where product.hold != nil:
      move(index, to: .onHold, until: product.hold?.added(to: expiry), "hold")
    default:
      move(index, to: .expired, until: expiry, "expired")
    }
  }

  private mutating func move(
    _ index: Int, to status: SubscriptionStatus, until end: Int64?, _ kind: String
  ) {
    record(kind, index, payments[index].status?.name, status.name, at: payments[index].expiry)
    (payments[index].status, payments[index].expiry) = (status, end)
  }

  /// The time of the first payment of a subscription: the one with the original transaction, or if
  /// the console does not have that one, the one that ends first.
  func start(of payment: Payment) -> Int64 {
    let key = key(payment)
    if let first = self.payment(transaction: key) { return payments[first].time }
    let all = payments.filter { $0.product.type.isSubscription && self.key($0) == key }
    let first = all.min { ($0.expiry ?? 0) < ($1.expiry ?? 0) }
    return (first ?? payment).time
  }

  /// A new payment of a subscription, with its receipt. A consumable one is unconsumed again.
  private mutating func pay(_ before: Payment, at time: Int64, until end: Int64?) -> Int {
    let key = key(before)
    let transaction =
      key.hasPrefix("GPA.") ? nextRenewal(of: key, after: before.transaction) : nextTransaction()
    let index = write(
      before.product, of: before.user, .success, at: time, until: end, transaction: transaction,
      original: key)
    payments[index].status = .active
    writeReceipt(of: index)
    return index
  }

  /// After a hold, the new period begins now. After a grace period, it begins where the paid one
  /// ended, unless it would be over by now. No other payment of the subscription ends later.
  private mutating func recover(_ index: Int) {
    let payment = payments[index]
    guard let period = payment.product.period else { return }
    let first = start(of: payment)
    let paid = payments.indices.filter {
      payments[$0].isPaidSubscription && key(payments[$0]) == key(payment)
    }
    let lastTime =
      paid.filter { (payments[$0].expiry ?? 0) > clock }.map { payments[$0].time }.max()
      ?? payment.time
    var begin = max(clock, lastTime)
    if payment.status == .inGracePeriod {
      let end =
        receipt(payment.transaction)?.expiry ?? period.end(from: payment.time, since: first)
      if end >= lastTime, period.end(from: end, since: first) > clock { begin = end }
    }
    let end = period.end(from: begin, since: first)
    payments[index].status = nil
    payments[index].expiry = min(payment.expiry ?? begin, begin)
    for other in paid where (payments[other].expiry ?? 0) > end { payments[other].expiry = begin }
    let new = pay(payment, at: clock, until: end)
    record("recovered", new, payment.status?.name, "ACTIVE")
  }

  mutating func advance(by period: ModelPeriod) -> String {
    catchUp()
    clock = period.added(to: clock)
    catchUp()
    return "now \(clock)"
  }

  mutating func setBilling(of name: String, isFailing: Bool) -> String {
    catchUp()
    if let index = users.firstIndex(where: { $0.name == name }) {
      users[index].isBillingFailing = isFailing
    } else {
      users.append(User(name: name, isBillingFailing: isFailing))
    }
    catchUp()
    return "done"
  }
}
