import IAPCore

/// Consumes what a service can consume together: whole parts of an unconsumed list, of a fixture store. The
/// results are made and reported in small parts, so that only the payments of a group are in memory as a
/// whole.
struct ListedConsume {
  /// The most payments of a group. Other processes wait until its transaction ends, and a kill before its
  /// results are printed leaves as many consumed and not printed.
  private static let largestGroup = 16384

  let source: any PaymentSource
  let asked: @Sendable () -> IAPError?

  /// - Returns: why nothing more may be sent.
  func consume(_ report: ([ConsumeResult]) async -> IAPError?) async -> IAPError? {
    var size = Intake.groupSize
    while asked() == nil, let group = await source.consumeNext(size) {
      var (rest, failure) = (group.payments[...], group.failure)
      while !rest.isEmpty {
        let results = rest.prefix(Intake.groupSize).map { $0.result(group.failure) }
        let problem = await report(results)
        failure = failure ?? problem
        rest = rest.dropFirst(Intake.groupSize)
      }
      if let failure { return failure }
      size = min(size * 16, Self.largestGroup)
    }
    return nil
  }
}

extension ConsumedGroup.Payment {
  fileprivate func result(_ failure: IAPError?) -> ConsumeResult {
    var purchase = Purchase(paymentSeq: paymentSeq)
    (purchase.userID, purchase.productSeq) = (receipt.userID, receipt.productSeq)
    (purchase.price, purchase.currency) = (receipt.price, receipt.currency)
    return ConsumeResult(
      ClaimedPayment(Payment(purchase)),
      CallResult(failure.map { .failure($0) } ?? .success(receipt)))
  }
}
