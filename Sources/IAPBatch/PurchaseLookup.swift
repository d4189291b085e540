package import IAPCore

/// What a consume needs and the one who names a payment may not know, its token among it: the
/// users' unconsumed lists have it.
package final class PurchaseLookup {
  private struct Place: Hashable {
    let user: Identifier
    let markets: [StoreCode]

    /// Nil where nobody says whose payment it is.
    init?(_ request: ConsumeRequest) {
      guard let user = request.user else { return nil }
      (self.user, markets) = (user, request.markets)
    }
  }

  /// What one list said, and why it could not be asked, or not in every market.
  private struct List {
    var purchases: [Identifier: Purchase] = [:]
    var failure: IAPError?
  }

  /// How many purchases are remembered before the lists are asked for again.
  private static let most = 200_000

  private let service: any IAPService
  private let concurrency: Int
  private let pace: RateLimiter?
  private let stop: BatchStop?
  private var lists: [Place: List] = [:]
  private var count = 0

  /// - Parameters:
  ///   - concurrency: how many lists are asked for at a time.
  ///   - stop: ends the asking, and is told what would strike every list.
  package init(
    service: any IAPService, concurrency: Int = 8, pace: RateLimiter? = nil, stop: BatchStop? = nil
  ) {
    self.service = service
    self.concurrency = concurrency
    self.pace = pace
    self.stop = stop
  }

  var needsToken: Bool { service.needsToken }

  /// Items with what the lists say of them, in the same order.
  ///
  /// - Parameter isWanted: whether the purchase itself is wanted too, where a consume could do
  ///   without.
  package func completed(
    _ items: [BatchItem], isWanted: Bool
  ) async -> [Result<BatchItem, IAPError>] {
    if count > Self.most { (lists, count) = ([:], 0) }
    if service.needsToken { return await byUser(items) }
    guard isWanted else { return items.map { .success($0) } }
    return await byNumber(items)
  }

  // MARK: A service that wants tokens

  private func byUser(_ items: [BatchItem]) async -> [Result<BatchItem, IAPError>] {
    await askForLists(of: items)
    return items.map { item in
      Result { () throws(IAPError) in
        if isComplete(item.request) { return item }
        do throws(IAPError) {
          return Self.item(item, of: try find(item.request))
        } catch  where item.request.accessToken != nil {
          // Whether it can do without is for the service to say.
          return item
        }
      }
    }
  }

  /// Whether it has all that the service needs, so that no list is asked for it.
  private func isComplete(_ request: ConsumeRequest) -> Bool {
    request.accessToken != nil && (request.productSeq != nil || !service.needsProductSeq)
  }

  private func find(_ request: ConsumeRequest) throws(IAPError) -> Purchase {
    guard let place = Place(request) else { throw .tokenMissing(request.paymentSeq) }
    guard let list = lists[place] else { throw stop?.reason ?? .tokenMissing(request.paymentSeq) }
    guard let purchase = list.purchases[request.paymentSeq] else {
      throw list.failure
        ?? .iapctl(.paymentNotFound, .notListed(request.paymentSeq, user: place.user))
    }
    return purchase
  }

  /// Asks for the lists that are not there yet, each once, several at a time.
  private func askForLists(of items: [BatchItem]) async {
    let places = items.filter { !isComplete($0.request) }.compactMap { Place($0.request) }
    var known = Set(lists.keys)
    var rest = places.filter { known.insert($0).inserted }[...]
    let (service, pace, stop) = (service, pace, stop)
    await withTaskGroup(of: (Place, List).self) { group in
      var running = 0
      while true {
        if running < concurrency, stop?.reason == nil, let place = rest.popFirst() {
          running += 1
          group.addTask { (place, await Self.list(at: place, service, pace, stop)) }
        } else if let (place, list) = await group.next() {
          running -= 1
          if let failure = list.failure, failure.strikesEveryCall { stop?.halt(failure) }
          lists[place] = list
          count += 1 + list.purchases.count
        } else {
          break
        }
      }
    }
  }

  private static func list(
    at place: Place, _ service: any IAPService, _ pace: RateLimiter?, _ stop: BatchStop?
  ) async -> List {
    _ = await pace?.turn(while: { stop?.reason == nil })
    if let reason = stop?.reason { return List(failure: reason) }
    var query = UnconsumedQuery(owner: .user(place.user))
    query.markets = place.markets
    return await ask(query, service)
  }

  private static func ask(_ query: UnconsumedQuery, _ service: any IAPService) async -> List {
    var list = List()
    do throws(IAPError) {
      for try await page in try await service.unconsumed(query) {
        list.failure = list.failure ?? page.failures.first?.error
        for purchase in page.elements { list.purchases[purchase.paymentSeq] = purchase }
      }
    } catch {
      list.failure = error
    }
    return list
  }

  // MARK: A service that knows payments by their numbers

  /// The service is asked about every payment, listed or not: it may have been consumed since.
  private func byNumber(_ items: [BatchItem]) async -> [Result<BatchItem, IAPError>] {
    var answers = await service.consumable(items.map(\.request))[...]
    return items.map { item in
      let missing = IAPError.iapctl(.paymentNotFound, .paymentUnknown(item.request.paymentSeq))
      return (answers.popFirst() ?? .failure(missing)).map { Self.item(item, of: $0) }
    }
  }

  private static func item(_ item: BatchItem, of purchase: Purchase) -> BatchItem {
    var item = item
    item.request.accessToken = item.request.accessToken ?? purchase.accessToken
    item.request.productSeq = purchase.productSeq ?? item.request.productSeq
    item.purchase = purchase
    return item
  }
}
