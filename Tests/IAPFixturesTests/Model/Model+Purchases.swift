import IAPCore

/// Buying, consuming, and the lists of a user.
extension Model {
  mutating func buy(_ request: PurchaseRequest) -> String {
    catchUp()
    let (user, name) = (request.user.text, request.product.text)
    return call("purchase", user: user, product: name) { try $0.bought(name, user, request) }
  }

  private mutating func bought(
    _ name: String, _ user: String, _ request: PurchaseRequest
  ) throws -> String {
    let market = request.market.text
    if switchedOff.contains(market) { throw Refusal("iap 2") }
    guard let product = product(name), product.market == market, product.isActive,
      product.isInStore, product.type != .unknown
    else { throw Refusal("iap 3") }
    let promotion = Kept(user: user, product: name)
    if request.isPromotion, request.isDeferred {
      if !kept.contains(promotion) {
        kept.append(promotion)
        log.append("\(clock) deferred \(user) - \(name)")
      }
      return "kept \(name)"
    }
    if !self.user(user).mayPay || request.simulation == .notAllowed { throw Refusal("iap 17") }
    let isBlocked = payments.contains {
      $0.isIncomplete && $0.user == user && $0.product.name == name
    }
    if isBlocked { throw Refusal("iap 6") }
    try requireNotOwned(product, by: user)
    try requireWithinLimit(product, for: user)
    let fits =
      request.simulation != nil || canVerify(request.sdk?.description, in: request.market.text)
    // What another SDK can verify is charged, and can be completed.
    let ended = finish(product, for: user, fits ? request.simulation : .interrupted)
    let answer = fits ? ended : "iap 11"
    if !answer.hasPrefix("iap ") { kept.removeAll { $0 == promotion } }
    return answer
  }

  /// Only the App Store verifies by V1 or V2.
  func canVerify(_ sdk: String?, in market: String) -> Bool {
    guard let sdk, let verification, market == "AS" else { return true }
    return verification == "V1" ? sdk != "1.7.0" : sdk != "1.6.9"
  }

  /// A purchase from its reservation to its end: the states, the events and the answer.
  private mutating func finish(
    _ product: Product, for user: String, _ ending: PurchaseRequest.Simulation?
  ) -> String {
    let ends: [PurchaseRequest.Simulation?: ([(String, PaymentState)], String)] = [
      .reserved: ([], "reserved"), .pending: ([("pending", .reserved)], "pending"),
      .cancelled: ([("closed", .userClose)], "iap 9"),
      .paymentFailed: ([("failed", .failure)], "iap 10"),
      .verifyFailed: ([("charged", .charged), ("failed", .failure)], "iap 11"),
      .interrupted: ([("charged", .charged)], "interrupted"),
      nil: ([("charged", .charged), ("verified", .success)], "bought"),
    ]
    let (steps, answer) = ends[ending] ?? ([], "")
    let original = continuedSubscription(product, of: user)
    let index = write(
      product, of: user, .reserved, at: clock, until: product.period?.added(to: clock),
      transaction: original.flatMap {
        $0.hasPrefix("GPA.") ? nextRenewal(of: $0, after: "") : nil
      }, original: original)
    payments[index].isPending = ending == .pending
    record("reserved", index, nil, .reserved)
    for (kind, state) in steps {
      record(kind, index, payments[index].state, state)
      payments[index].state = state
    }
    if product.type.isSubscription, [.charged, .success].contains(payments[index].state) {
      writeReceipt(of: index)
      endEarlierPeriods(before: index)
    }
    takeStatus(index)
    return answer.hasPrefix("iap ") ? answer : "\(answer) \(payments[index].number)"
  }

  /// Who subscribes again in the App Store keeps the original transaction of what was paid before.
  private func continuedSubscription(_ product: Product, of user: String) -> String? {
    let paid = payments.indices.filter {
      payments[$0].isPaidSubscription && payments[$0].user == user
        && payments[$0].product.name == product.name
    }
    let last = paid.max { (payments[$0].expiry ?? 0, $0) < (payments[$1].expiry ?? 0, $1) }
    return product.market == "AS" ? last.map { key(payments[$0]) } : nil
  }

  /// What was paid before for a subscription that is bought now is over, also if it was revoked.
  mutating func endEarlierPeriods(before index: Int) {
    for other in payments.indices
    where other != index && payments[other].isPaidSubscription
      && key(payments[other]) == key(payments[index])
    {
      payments[other].expiry = min(payments[other].expiry ?? clock, clock)
    }
  }

  /// A subscription that gives access or may do so again is not sold twice, nor is another one of
  /// its group.
  func requireNotOwned(_ product: Product, by user: String) throws {
    let isOwned = payments.contains { payment in
      let isOfGroup =
        product.group != nil && payment.product.group == product.group
        && payment.product.market == product.market
      guard payment.user == user, payment.product.name == product.name || isOfGroup else {
        return false
      }
      let isUnexpired = (payment.expiry ?? 0) > clock
      switch payment.status {
      case .some(.onHold), .some(.paused), .some(.inGracePeriod): return true
      case .some(.active), .some(.canceled), .some(.unknown): return isUnexpired
      default: return false
      }
    }
    if isOwned { throw Refusal("iap 5") }
  }

  /// What is SUCCESS in the calendar month counts.
  func requireWithinLimit(_ product: Product, for user: String) throws {
    guard let price = product.price, product.currency == "USD", let limit = self.user(user).limit
    else { return }
    let now = ModelDate(of: clock)
    let spent = payments.filter { payment in
      let date = ModelDate(of: payment.time)
      return payment.user == user && payment.state == .success && payment.product.currency == "USD"
        && date.year == now.year && date.month == now.month
    }.compactMap(\.product.price).reduce(0, +)
    if spent + price > limit { throw Refusal("iap 18") }
  }

  // MARK: Consuming

  /// - Parameter isTokenWrong: nil if no token is given.
  mutating func consume(
    _ number: String, user: String?, market: String?, isTokenWrong: Bool?
  ) -> String {
    catchUp()
    let index = payment(number)
    let row = index.map { payments[$0] }
    return call("consume", user: row?.user, product: row?.product.name, payment: number) { model in
      guard let index, let row else { throw Refusal("paymentNotFound") }
      if let market, market != row.product.market { throw Refusal("paymentNotFound") }
      if model.switchedOff.contains(row.product.market) { throw Refusal("iap 2") }
      if isTokenWrong == true { throw Refusal("iap 12") }
      if let user, user != row.user { throw Refusal("iap 7") }
      if row.isConsumed { throw Refusal("iap 12 alreadyConsumed") }
      guard row.state == .success, row.product.type.isConsumed, !model.isWithheld(row)
      else { throw Refusal("iap 13") }
      model.markConsumed(index)
      return "consumed \(row.product.price ?? 0) \(row.product.currency) \(row.user)"
    }
  }

  private mutating func markConsumed(_ index: Int) {
    payments[index].isConsumed = true
    record("consumed", index, "unconsumed", "consumed")
  }

  /// All that the unconsumed list has, in one step. It is not possible while a consume can fail.
  mutating func consumeAll(of user: String?) -> String {
    catchUp()
    guard !faults.contains(where: { $0.operation == "consume" && $0.used < $0.skip + $0.times })
    else { return "not possible" }
    let all = unconsumed(of: user, in: nil)
    for index in all { markConsumed(index) }
    return all.isEmpty ? "not possible" : "consumed " + numbers(all)
  }

  // MARK: Lists

  /// Paid, verified and not consumed, oldest first. What a revoked subscription left cannot be
  /// consumed. Google Play also withholds it in grace, on hold, paused and expired.
  func unconsumed(of user: String?, in market: String?) -> [Int] {
    payments.indices.filter { index in
      let payment = payments[index]
      guard payment.state == .success, !payment.isConsumed, payment.product.type.isConsumed,
        user == nil || payment.user == user, isListed(payment.product, in: market)
      else { return false }
      return !isWithheld(payment)
    }.sorted {
      (payments[$0].time, payments[$0].number) < (payments[$1].time, payments[$1].number)
    }
  }

  /// Whether the status of its subscription keeps a payment from being listed and consumed.
  func isWithheld(_ payment: Payment) -> Bool {
    guard payment.product.type.isSubscription, let current = current(key(payment)),
      let status = payments[current].status
    else { return false }
    let withheld: [SubscriptionStatus] = [.inGracePeriod, .onHold, .paused, .expired, .revoked]
    return payment.product.market == "GG" && withheld.contains(status)
  }

  func isListed(_ product: Product, in market: String?) -> Bool {
    !switchedOff.contains(product.market) && (market == nil || market == product.market)
  }

  mutating func listUnconsumed(of user: String?, in market: String?) -> String {
    catchUp()
    return call("unconsumed", user: user) { model in
      model.numbers(model.unconsumed(of: user, in: market))
    }
  }

  /// The active subscriptions of a user, or all, each with its latest payment.
  mutating func listSubscriptions(of user: String, in market: String?, all: Bool) -> String {
    catchUp()
    return call("subscriptions", user: user) { model in
      let found = model.payments.indices.filter { index in
        let payment = model.payments[index]
        guard let status = payment.status, payment.user == user,
          model.isListed(payment.product, in: market)
        else { return false }
        let isUnexpired = (payment.expiry ?? 0) > model.clock
        return all || status == .inGracePeriod
          || [.active, .canceled].contains(status) && isUnexpired
      }.sorted { (model.payments[$0].time, $0) < (model.payments[$1].time, $1) }
      return found.map {
        "\(model.payments[$0].number) \(model.payments[$0].status?.name ?? "")"
      }.joined(separator: ", ")
    }
  }

  mutating func listProducts(in market: String?) -> String {
    catchUp()
    return call("products", user: nil) { model in
      model.products.filter { model.isListed($0, in: market) }.map(\.name)
        .joined(separator: ", ")
    }
  }

  mutating func listKept(of user: String) -> String {
    catchUp()
    return kept.filter { kept in
      kept.user == user && product(kept.product).map { isListed($0, in: nil) } == true
    }.map(\.product).joined(separator: ", ")
  }

  func numbers(_ indices: [Int]) -> String {
    indices.map { payments[$0].number }.joined(separator: ", ")
  }
}
