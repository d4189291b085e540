package import IAPCore

/// Asks for the unconsumed lists of many users, several at a time, and keeps them.
package final class PurchaseLookup {
  package private(set) var lists: PurchaseLists
  /// The number of lists that were asked for.
  private(set) var asked = 0
  let service: any IAPService
  private let concurrency: Int
  private let world: BatchWorld
  private var stops = StopReasons()

  /// - Parameter concurrency: the maximum number of lists requested at a time.
  package init(_ service: any IAPService, concurrency: Int = 8, in world: BatchWorld) {
    (self.service, self.concurrency, self.world) = (service, concurrency, world)
    lists = PurchaseLists(for: service.traits)
  }

  /// Why nothing more is asked: a stop, or a failure that every list would have too.
  var stopReason: IAPError? { stops.reason ?? world.asked() }

  /// Requests each missing list once.
  ///
  /// - Parameter isForAll: see ``PurchaseLists/missing(for:withTokens:)``.
  package func ask(for payments: [Payment], withTokens isForAll: Bool = false) async {
    var rest = lists.missing(for: payments, withTokens: isForAll)[...]
    guard !rest.isEmpty else { return }
    await withTaskGroup(of: (PurchaseLists.Place, UnconsumedList).self) { group in
      var running = 0
      while true {
        if running < concurrency, stopReason == nil, let place = rest.popFirst() {
          running += 1
          group.addTask { [service] in (place, await UnconsumedList(place.query, of: service)) }
        } else if let (place, list) = await group.next() {
          (running, asked) = (running - 1, asked + 1)
          if let failure = list.failure, failure.failsEveryCall { stops.halt(failure) }
          lists.add(list, of: place)
        } else {
          break
        }
      }
    }
  }

  /// What the service says of each payment, also if the input says more. Nil for a payment that no
  /// requested list contains.
  func actual(_ payments: [Payment]) async -> [Purchase?] {
    guard !lists.areNeeded else { return payments.map(lists.purchase) }
    return await service.consumable(payments.map { Payment($0.paymentSeq) }).map { try? $0.get() }
  }
}
