package import IAPCore

/// What a consume needs and the one who names a payment may not know, its token among it: the
/// users' unconsumed lists have it.
package final class PurchaseLookup {
  private struct Place: Hashable {
    let user: Identifier
    let markets: [StoreCode]
  }

  /// What one list said, and why it could not be asked, or not in every market.
  private struct List {
    var purchases: [Identifier: Purchase] = [:]
    var failure: IAPError?
  }

  /// How many purchases are remembered before the lists are asked for again.
  private static let most = 200_000

  private let service: any IAPService
  private var lists: [Place: List] = [:]
  private var count = 0

  package init(service: any IAPService) { self.service = service }

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
    var answers: [Result<BatchItem, IAPError>] = []
    for item in items {
      guard item.request.accessToken == nil else {
        answers.append(.success(item))
        continue
      }
      do throws(IAPError) {
        answers.append(.success(Self.item(item, of: try await find(item.request))))
      } catch {
        answers.append(.failure(error))
      }
    }
    return answers
  }

  private func find(_ request: ConsumeRequest) async throws(IAPError) -> Purchase {
    guard let user = request.user else { throw .tokenMissing(request.paymentSeq) }
    let list = await list(Place(user: user, markets: request.markets))
    guard let purchase = list.purchases[request.paymentSeq] else {
      throw list.failure ?? .iapctl(.paymentNotFound, .paymentUnknown(request.paymentSeq))
    }
    return purchase
  }

  private func list(_ place: Place) async -> List {
    if let list = lists[place] { return list }
    var query = UnconsumedQuery(owner: .user(place.user))
    query.markets = place.markets
    let list = await ask(query)
    lists[place] = list
    count += list.purchases.count
    return list
  }

  private func ask(_ query: UnconsumedQuery) async -> List {
    var list = List()
    do throws(IAPError) {
      let pages = try await service.unconsumed(query)
      while let page = try await pages.next() {
        switch page {
        case .failure(let failure): list.failure = list.failure ?? failure.error
        case .elements(let purchases):
          for purchase in purchases { list.purchases[purchase.paymentSeq] = purchase }
        }
      }
    } catch {
      list.failure = error
    }
    return list
  }

  // MARK: A service that knows payments by their numbers

  private func byNumber(_ items: [BatchItem]) async -> [Result<BatchItem, IAPError>] {
    let unknown = items.filter { $0.purchase == nil }
    guard !unknown.isEmpty else { return items.map { .success($0) } }
    var query = UnconsumedQuery(owner: .everyone)
    query.payments = unknown.map(\.request.paymentSeq)
    let list = await ask(query)
    return items.map { item in
      if item.purchase != nil { return .success(item) }
      if let purchase = list.purchases[item.request.paymentSeq] {
        return .success(Self.item(item, of: purchase))
      }
      return .failure(
        list.failure ?? .iapctl(.paymentNotFound, .paymentUnknown(item.request.paymentSeq)))
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
