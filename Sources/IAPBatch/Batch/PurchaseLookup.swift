package import IAPCore

/// Adds data from the users' unconsumed lists to payments, such as the access token, which a
/// consume needs and the caller may not know.
package final class PurchaseLookup {
  private struct UserList: Hashable {
    let user: Identifier
    let markets: [StoreCode]

    /// Nil if the request names no user.
    init?(_ request: ConsumeRequest) {
      guard let user = request.user else { return nil }
      (self.user, markets) = (user, request.markets)
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

  /// The items with the data from the lists added, in the same order.
  ///
  /// - Parameter isWanted: whether the purchase is looked up even if the consume does not need it,
  ///   for example for a deliverer.
  package func completed(
    _ items: [BatchItem], isWanted: Bool
  ) async -> [Result<BatchItem, IAPError>] {
    if needsToken { return await byUser(items) }
    guard isWanted else { return items.map { .success($0) } }
    return await byNumber(items)
  }

  /// The payments as the service has them, whatever the items say of them. Nil for those that are in
  /// no list that was requested.
  func actual(_ items: [BatchItem]) async -> [Purchase?] {
    guard !needsToken else {
      return items.map { item in
        let number = item.request.paymentSeq.withoutLeadingZeros
        return places[number].flatMap { lists[$0]?.purchases[number] }
      }
    }
    let bare = items.map { ConsumeRequest(paymentSeq: $0.request.paymentSeq) }
    return await service.consumable(bare).map { try? $0.get() }
  }

  // MARK: Services that need tokens

  private func byUser(_ items: [BatchItem]) async -> [Result<BatchItem, IAPError>] {
    await ask(for: items)
    return items.map { item in
      Result { () throws(IAPError) in
        if isComplete(item.request) { return item }
        do throws(IAPError) {
          return Self.item(item, of: try find(item.request))
        } catch  where item.request.accessToken != nil {
          // The service decides whether the token alone is enough.
          return item
        }
      }
    }
  }

  /// Whether the request has all that the service needs, so that no list is requested for it.
  private func isComplete(_ request: ConsumeRequest) -> Bool {
    request.accessToken != nil && (request.productSeq != nil || !needsProductSeq)
  }

  private func find(_ request: ConsumeRequest) throws(IAPError) -> Purchase {
    guard let key = UserList(request) else { throw .tokenMissing(request.paymentSeq) }
    guard let list = lists[key] else { throw stop?.reason ?? .tokenMissing(request.paymentSeq) }
    guard let purchase = list.purchases[request.paymentSeq.withoutLeadingZeros] else {
      throw list.failure
        ?? .iapctl(.paymentNotFound, .payment(request.paymentSeq, .notListed(user: key.user)))
    }
    return purchase
  }

  /// Requests each missing list once, several at a time.
  func ask(for items: [BatchItem]) async {
    guard needsToken else { return }
    if count > Self.most { (lists, places, count) = ([:], [:], 0) }
    let missing = items.filter { !isComplete($0.request) }.compactMap { UserList($0.request) }
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
          if let failure = list.failure, failure.strikesEveryCall { stop?.halt(failure) }
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
  private func byNumber(_ items: [BatchItem]) async -> [Result<BatchItem, IAPError>] {
    var answers = await service.consumable(items.map(\.request))[...]
    return items.map { item in
      let missing = IAPError.iapctl(.paymentNotFound, .payment(item.request.paymentSeq, .notFound))
      return (answers.popFirst() ?? .failure(missing)).map { Self.item(item, of: $0) }
    }
  }

  private static func item(_ item: BatchItem, of purchase: Purchase) -> BatchItem {
    var item = item
    item.request.accessToken = item.request.accessToken ?? purchase.accessToken
    item.request.productSeq = purchase.productSeq ?? item.request.productSeq
    item.purchase = purchase
    item.isConfirmed = true
    return item
  }
}
