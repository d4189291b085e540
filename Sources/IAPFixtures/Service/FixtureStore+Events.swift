package import IAPCore
import SQLite

extension FixtureStore {
  /// The log of the store, oldest event first, in pages. Each page is a transaction of its own.
  ///
  /// - Parameters:
  ///   - position: the ``StoreEvent/id`` after which the list begins; 0 for the whole log.
  ///   - limit: the maximum number of events; nil for all.
  package nonisolated func events(
    after position: Int64, limit: Int? = nil
  ) -> PageSequence<[StoreEvent]> {
    PageSequence(from: (position: position, remaining: limit ?? .max)) {
      (cursor) async throws(IAPError) in
      let page = try await self.page(ofEventsAfter: cursor.position, limit: cursor.remaining)
      guard let last = page.last else { return nil }
      return (page, (position: last.id, remaining: cursor.remaining - page.count))
    }
  }

  /// The events of the log that match, in their order.
  package func events(_ selection: EventSelection) throws(IAPError) -> [StoreEvent] {
    try look { try $0.events(selection) }
  }

  private func page(
    ofEventsAfter position: Int64, limit: Int
  ) throws(IAPError) -> [StoreEvent] {
    guard limit > 0 else { return [] }
    return try look { try $0.events(after: position, limit: limit) }
  }
}
