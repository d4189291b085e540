package import IAPCore
import SQLite

extension FixtureStore {
  /// The log of the store, oldest event first, in pages. Each page is a transaction of its own.
  ///
  /// - Parameters:
  ///   - position: the ``StoreEvent/id`` after which the list begins; 0 for the whole log.
  ///   - limit: the most events; nil for all.
  package nonisolated func events(
    after position: Int64, limit: Int? = nil
  ) -> PageSequence<[StoreEvent]> {
    let most = limit ?? .max
    return PageSequence(from: (position: position, most: most)) {
      (place) async throws(IAPError) in
      let page = try await self.page(ofEventsAfter: place.position, most: place.most)
      guard let last = page.last else { return nil }
      return (page, (position: last.id, most: place.most - page.count))
    }
  }

  /// The events of the log that match, in their order.
  package func events(_ selection: EventSelection) throws(IAPError) -> [StoreEvent] {
    try look { try $0.events(selection) }
  }

  private func page(
    ofEventsAfter position: Int64, most: Int
  ) throws(IAPError) -> [StoreEvent] {
    guard most > 0 else { return [] }
    return try look { try $0.events(after: position, most: most) }
  }
}
