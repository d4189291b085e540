package import IAPCore

/// Adds data from the users' unconsumed lists to payments, such as the access token, which a
/// consume needs and the caller may not know.
package final class PurchaseLookup {
  private struct UserList: Hashable {
    let user: Identifier
    let markets: [StoreCode]

    /// Nil if the request names no user.
    init?(_ payment: Payment) {
      guard let user = payment.user else { return nil }
      (self.user, markets) = (user, payment.markets)
    }
  }

  /// The maximum number of remembered purchases. If there are more, the lists are forgotten and
  /// requested again.
  private static let most = 200_000

  private let service: any IAPService
  let needsToken: Bool
  private let needsProductSeq: Bool
  private let concurrency: Int
  private let limiter: RateLimiter?
  private let stop: BatchStop?
  private var lists: [UserList: UnconsumedList] = [:]
  /// The list that contains a payment.
  private var places: [Identifier: UserList] = [:]
  private var count = 0

  /// - Parameters:
  ///   - concurrency: the maximum number of lists requested at a time.
  ///   - stop: ends the requests. It is halted by a failure that every list would have too.
  package init(
    service: any IAPService, concurrency: Int = 8, limiter: RateLimiter? = nil,
    stop: BatchStop? = nil
  ) {
    self.service = service
    (needsToken, needsProductSeq) = (service.traits.needsToken, service.traits.needsProductSeq)
    self.concurrency = concurrency
    self.limiter = limiter
    self.stop = stop
  }

  /// The payments with the data from the lists added, in the same order.
  ///
  /// - Parameter isWanted: whether the purchase is looked up even if the consume does not need it,
  ///   for example for a deliverer.
  package func completed(
    _ payments: [Payment], isWanted: Bool
  ) async -> [Result<Payment, IAPError>] {
    if needsToken { return await byUser(payments) }
    guard isWanted else { return payments.map { .success($0) } }
    return await byNumber(payments)
  }

  /// The payments as the service has them, whatever is known of them. Nil for those that are in no
  /// list that was requested.
  func actual(_ payments: [Payment]) async -> [Purchase?] {
    guard !needsToken else {
      return payments.map { payment in
        places[payment.number].flatMap { lists[$0]?.purchases[payment.number] }
      }
    }
    let bare = payments.map { Payment($0.paymentSeq) }
    return await service.consumable(bare).map { try? $0.get() }
  }

  // MARK: Services that need tokens

  private func byUser(_ payments: [Payment]) async -> [Result<Payment, IAPError>] {
    await ask(for: payments)
    return payments.map { payment in
      Result { () throws(IAPError) in
        if isComplete(payment) { return payment }
        do throws(IAPError) {
          return payment.confirmed(by: try find(payment))
        } catch  where payment.accessToken != nil {
          // The service decides whether the token alone is enough.
          return payment
        }
      }
    }
  }

  /// Whether the request has all that the service needs, so that no list is requested for it.
  private func isComplete(_ payment: Payment) -> Bool {
    payment.accessToken != nil && (payment.productSeq != nil || !needsProductSeq)
  }

  private func find(_ payment: Payment) throws(IAPError) -> Purchase {
    guard let key = UserList(payment) else { throw .tokenMissing(payment.paymentSeq) }
    guard let list = lists[key] else { throw stop?.reason ?? .tokenMissing(payment.paymentSeq) }
    guard let purchase = list.purchases[payment.number] else {
      throw list.failure
        ?? .iapctl(.paymentNotFound, .payment(payment.paymentSeq, .notListed(user: key.user)))
    }
    return purchase
  }

  /// Requests each missing list once, several at a time.
  func ask(for payments: [Payment]) async {
    guard needsToken else { return }
    if count > Self.most { (lists, places, count) = ([:], [:], 0) }
    let missing = payments.filter { !isComplete($0) }.compactMap { UserList($0) }
    var known = Set(lists.keys)
    var rest = missing.filter { known.insert($0).inserted }[...]
    let (service, limiter, stop) = (service, limiter, stop)
    await withTaskGroup(of: (UserList, UnconsumedList).self) { group in
      var running = 0
      while true {
        if running < concurrency, stop?.reason == nil, let place = rest.popFirst() {
          running += 1
          group.addTask { (place, await Self.list(at: place, service, limiter, stop)) }
        } else if let (place, list) = await group.next() {
          running -= 1
          if let failure = list.failure, failure.failsEveryCall { stop?.halt(failure) }
          lists[place] = list
          for payment in list.purchases.keys { places[payment] = place }
          count += 1 + list.purchases.count
        } else {
          break
        }
      }
    }
  }

  private static func list(
    at place: UserList, _ service: any IAPService, _ limiter: RateLimiter?, _ stop: BatchStop?
  ) async -> UnconsumedList {
    if let stop { _ = await limiter?.acquire(waiting: stop.wait) }
    if let reason = stop?.reason { return UnconsumedList(failure: reason) }
    var query = UnconsumedQuery(owner: .user(place.user))
    query.markets = place.markets
    return await UnconsumedList(query, of: service)
  }

  // MARK: Services that find payments by number

  /// Asks the service about every payment, because a payment in a list may have been consumed
  /// since.
  private func byNumber(_ payments: [Payment]) async -> [Result<Payment, IAPError>] {
    var answers = await service.consumable(payments)[...]
    return payments.map { payment in
      let missing = IAPError.iapctl(.paymentNotFound, .payment(payment.paymentSeq, .notFound))
      return (answers.popFirst() ?? .failure(missing)).map { payment.confirmed(by: $0) }
    }
  }
}
