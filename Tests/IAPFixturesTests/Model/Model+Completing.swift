import IAPCore

/// Restoring and reprocessing.
extension Model {
  /// The answer of both: what was completed, what was closed, and what failed.
  private struct Report {
    var completed: [String] = []
    var closed: [String] = []
    var failures: [String] = []

    var text: String {
      "completed \(completed) closed \(closed) failed \(failures)"
    }
  }

  /// Writes the subscriptions of the store account that the console lacks.
  mutating func restore(_ user: String, in market: String?) -> String {
    catchUp()
    return call("restore", user: user) { model in
      guard model.user(user).isAccountReadable else { throw Refusal("iap 16") }
      let owned = model.receipts.filter { $0.user == user && $0.product.type.isSubscription }
      var report = Report()
      report.failures = model.offFailures(owned.map(\.product.market), asked: market)
      for receipt in model.listed(owned, in: market) {
        do {
          try model.requireBuyer(of: receipt)
          if let known = model.payment(transaction: receipt.transaction) {
            try model.requireMatch(known, receipt)
            let payment = model.payments[known]
            if payment.state == .success { report.completed.append(payment.number) }
            if payment.isIncomplete { model.complete(known, nil, &report) }
          } else {
            let index = try model.write(receipt, "restored")
            model.takeStatus(index)
            report.completed.append(model.payments[index].number)
          }
        } catch let refusal as Refusal {
          report.failures.append(refusal.text)
        }
      }
      return report.text
    }
  }

  /// Completes what broke off, and then the transactions of consumables that no payment has. What
  /// cannot be completed becomes FAILURE, and blocks nothing any more.
  mutating func reprocess(_ user: String, in market: String?, sdk: String?) -> String {
    catchUp()
    return call("reprocess", user: user) { model in
      var report = Report()
      let all = model.payments.indices.filter {
        model.payments[$0].isIncomplete && model.payments[$0].user == user
      }
      report.failures = model.offFailures(
        all.map { model.payments[$0].product.market }, asked: market)
      let incomplete = all.filter { model.isListed(model.payments[$0].product, in: market) }
        .sorted { (model.payments[$0].time, $0) < (model.payments[$1].time, $1) }
      for index in incomplete { model.complete(index, sdk, &report) }
      let unfinished = model.receipts.filter {
        $0.user == user && !$0.product.type.isSubscription
          && model.payment(transaction: $0.transaction) == nil
      }
      for failure in model.offFailures(unfinished.map(\.product.market), asked: market)
      where !report.failures.contains(failure) { report.failures.append(failure) }
      for receipt in model.listed(unfinished, in: market) {
        do {
          try model.requireBuyer(of: receipt)
          if !model.canVerify(sdk, in: receipt.product.market) { throw Refusal("iap 11") }
          let index = try model.write(receipt, "reprocessed")
          report.completed.append(model.payments[index].number)
        } catch let refusal as Refusal {
          report.failures.append(refusal.text)
        }
      }
      return report.text
    }
  }

  private mutating func complete(_ index: Int, _ sdk: String?, _ report: inout Report) {
    let payment = payments[index]
    do {
      if let receipt = receipt(payment.transaction) {
        try requireBuyer(of: receipt, user: payment.user)
        try requireMatch(index, receipt, user: payment.user)
      } else if payment.state == .reserved {
        // It was never charged.
        payments[index].state = .userClose
        record("closed", index, .reserved, .userClose)
        report.closed.append(payment.number)
        return
      } else if key(payment) != payment.transaction {
        throw Refusal("iap 15")
      }
      if !canVerify(sdk, in: payment.product.market) { throw Refusal("iap 11") }
      if let expiry = payment.expiry, expiry <= clock { throw Refusal("iap 14") }
      payments[index].state = .success
      record("reprocessed", index, payment.state, .success)
      if payment.product.type.isSubscription { requireReceipt(index) }
      takeStatus(index)
      report.completed.append(payment.number)
    } catch {
      let refusal = (error as? Refusal)?.text ?? ""
      // Another SDK can complete it.
      if refusal == "iap 11" { return report.failures.append(refusal) }
      payments[index].state = .failure
      let reason = Self.reasons[refusal] ?? ""
      record("failed", index, payment.state.rawValue, "FAILURE (\(reason), to be refunded)")
      report.failures.append(refusal)
    }
  }

  /// Why a purchase cannot be completed.
  private static let reasons = [
    "iap 4": "4 productInvalid", "iap 7": "7 userInvalid", "iap 8": "8 paymentInvalid",
    "iap 14": "14 expired", "iap 15": "15 renewalPaymentNotFound",
  ]

  /// Oldest first.
  private func listed(_ receipts: [Receipt], in market: String?) -> [Receipt] {
    let listed = receipts.filter { isListed($0.product, in: market) }.enumerated()
    return listed.sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// A market that is switched off is reported if it was asked for, or if it would have had
  /// something.
  private func offFailures(_ markets: [String], asked market: String?) -> [String] {
    switchedOff.filter { market == nil ? markets.contains($0) : market == $0 }.map { _ in "iap 2" }
  }

  /// The receipt names its buyer.
  private func requireBuyer(of receipt: Receipt, user: String? = nil) throws {
    guard let name = receipt.name else { throw Refusal("iap 8") }
    if name != user ?? receipt.user { throw Refusal("iap 7") }
  }

  /// A payment and its receipt have one user and one product.
  func requireMatch(_ index: Int, _ receipt: Receipt, user: String? = nil) throws {
    if payments[index].user != user ?? receipt.user { throw Refusal("iap 7") }
    if payments[index].product.name != receipt.product.name { throw Refusal("iap 4") }
  }

  /// A payment of another user or another product in the subscription that a payment would join.
  func stranger(
    transaction: String, original: String?, of user: String, _ product: Product
  ) -> Int? {
    var keys = [transaction]
    if product.type.isSubscription, let original, original != transaction {
      keys.insert(original, at: 0)
    }
    for key in keys {
      let inSubscription = payments.firstIndex { other in
        other.product.type.isSubscription && self.key(other) == key
          && (other.user != user || other.product.name != product.name)
      }
      if let inSubscription { return inSubscription }
      if let same = payment(transaction: key),
        payments[same].user != user || payments[same].product.name != product.name
      {
        return same
      }
    }
    return nil
  }

  /// The payment that a receipt proves.
  private mutating func write(_ receipt: Receipt, _ kind: String) throws -> Int {
    let stranger = stranger(
      transaction: receipt.transaction, original: receipt.original, of: receipt.user,
      receipt.product)
    if let stranger { try requireMatch(stranger, receipt) }
    let index = write(
      receipt.product, of: receipt.user, .success, at: receipt.time,
      until: receipt.product.type.isSubscription ? receipt.expiry : nil,
      transaction: receipt.transaction, original: receipt.original)
    record(kind, index, nil, .success)
    return index
  }

  // MARK: Seeds

  mutating func load(_ receipt: Receipt) -> String {
    catchUp()
    receipts.append(receipt)
    return "done"
  }

  /// A charge that broke off before its verification, which renews an earlier one.
  mutating func loadBrokenRenewal(
    _ product: Product, of user: String, transaction: String, original: String
  ) -> String {
    catchUp()
    let stranger = stranger(
      transaction: transaction, original: original, of: user, product)
    guard stranger == nil else { return "seedContradicts" }
    _ = write(
      product, of: user, .charged, at: clock, until: product.period?.added(to: clock),
      transaction: transaction, original: original)
    return "done"
  }
}
