package import IAPCore

/// Consumes many payments, a group at a time; each group is durable before it is reported.
package struct ConsumeBatch {
  /// How many payments are in flight at most.
  package static let groupSize = 256

  private let service: any IAPService
  private let isStopped: @Sendable () -> IAPError?

  /// - Parameter isStopped: the reason to stop, once there is one. What is in flight then is
  ///   finished; the rest is not sent.
  package init(service: any IAPService, isStopped: @escaping @Sendable () -> IAPError?) {
    self.service = service
    self.isStopped = isStopped
  }

  /// - Returns: a result for each request, in the same order.
  package func consume(_ requests: [ConsumeRequest]) async -> [ConsumeResult] {
    if let reason = isStopped() {
      return requests.map { ConsumeResult($0.paymentSeq, .failure(reason)) }
    }
    let answers = await service.consume(requests)
    return zip(requests, answers).map { ConsumeResult($0.paymentSeq, $1) }
  }
}

/// What a list of payments comes to, for the question before they are consumed.
package struct PaymentTotals: Sendable {
  package private(set) var count = 0
  package private(set) var users: Set<Identifier> = []
  /// The sum and the number of payments for each currency; where the price is unknown, none.
  package private(set) var byCurrency: [String: (sum: Price?, count: Int)] = [:]

  package init() {}

  package mutating func add(_ purchase: Purchase) {
    count += 1
    if let user = purchase.userID { users.insert(user) }
    let currency = purchase.currency ?? ""
    let (sum, before) = byCurrency[currency] ?? (Price("0"), 0)
    let next: Price? =
      if let sum, let price = purchase.price { Price(sum.decimal + price.decimal) } else { sum }
    byCurrency[currency] = (next, before + 1)
  }
}
