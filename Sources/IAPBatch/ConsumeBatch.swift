package import IAPCore

/// Consumes groups of payments; a group is durable before it is reported.
package final class ConsumeBatch {
  /// How large a caller makes its groups: so many payments are in flight at most.
  package static let groupSize = 256

  /// A service that answers too little has not said that nothing happened.
  private static let unanswered = IAPError(
    .iapctl(.bug), .bug("a payment was sent and not answered"), outcome: .unknown)

  private let service: any IAPService
  private let isStopped: @Sendable () -> IAPError?
  /// The failure that every further payment would have too.
  private var end: IAPError?

  /// - Parameter isStopped: the reason to stop, once there is one. What is in flight then is
  ///   finished; the rest is not sent.
  package init(service: any IAPService, isStopped: @escaping @Sendable () -> IAPError?) {
    self.service = service
    self.isStopped = isStopped
  }

  /// - Returns: a result for each request, in the same order.
  package func consume(_ requests: [ConsumeRequest]) async -> [ConsumeResult] {
    if let reason = end ?? isStopped() {
      return requests.map {
        ConsumeResult($0.paymentSeq, ConsumeAnswer(.failure(reason), attempts: 0))
      }
    }
    let answers = await service.consume(requests)
    if let last = answers.last(where: \.stopsBatch), case .failure(let error) = last.result {
      end = error
    }
    return requests.enumerated().map { index, request in
      let answer =
        index < answers.count ? answers[index] : ConsumeAnswer(.failure(Self.unanswered))
      return ConsumeResult(request.paymentSeq, answer)
    }
  }
}

/// What a list of payments comes to, for the question before they are consumed.
package struct PaymentTotals: Sendable {
  package private(set) var count = 0
  package private(set) var users: Set<Identifier> = []
  /// The sum and the number of payments for each currency; no sum where a price is unknown.
  package private(set) var byCurrency: [String: (sum: Price?, count: Int)] = [:]

  package init() {}

  package mutating func add(_ purchase: Purchase) {
    count += 1
    if let user = purchase.userID { users.insert(user) }
    let currency = purchase.currency ?? ""
    let (sum, before) = byCurrency[currency] ?? (Price("0"), 0)
    let next: Price? =
      if let sum, let price = purchase.price { Price(sum.decimal + price.decimal) } else { nil }
    byCurrency[currency] = (next, before + 1)
  }
}
