import IAPBatch
import IAPCore

/// The payments of `--all`: those of an unconsumed list.
final class ListedPayments: ConsumeSource {
  private let service: any IAPService
  private let query: UnconsumedQuery
  private let context: Context
  private let isOrdered: Bool
  private var listing: PurchaseListing<[Purchase]>
  private var rest: ArraySlice<Purchase> = []
  /// The payments of a server's list so far: it may list a payment twice, in one market or in
  /// several. Nil for a fixture store, which does not.
  private var listed: Set<Identifier>?
  private var isRead = false
  private var previewed: Set<Identifier>?
  /// Where the next payments begin that are consumed together.
  private var cursor: ConsumedGroup.Cursor?
  /// The number of payments that were consumed together.
  private var consumed = 0
  /// The payments that were consumed together and whose outcome is unknown. If the store has rolled
  /// them back, its list contains them again.
  private var unknown: Set<Identifier> = []

  init(
    _ query: UnconsumedQuery, of service: any IAPService, in context: Context
  ) async throws {
    (self.query, self.service, self.context) = (query, service, context)
    isOrdered = context.settings.output.format != .jsonl
    listing = PurchaseListing(try await service.unconsumed(query), of: query, in: context)
    listed = try context.settings.isRemote ? [] : nil
  }

  var total: Int? { previewed?.count }
  var summary: Report.Summary { listing.summary(without: consumed) }

  func next(_ limit: Int) async throws -> [Payment]? {
    while rest.isEmpty {
      guard !isRead, let page = try await listing.next(stops: false) else { return nil }
      rest = page.elements.filter { isWanted($0.paymentSeq) }[...]
    }
    defer { rest = rest.dropFirst(limit) }
    return rest.prefix(limit).map { Payment($0) }
  }

  /// Reads the whole list of a server, so that nothing of it is sent if a payment contradicts its
  /// delivery. (What is delivered of a fixture store is as the store has it.)
  func check(with preview: BatchPreview) async throws {
    guard listed != nil else { return }
    var read: [Purchase] = []
    while let payments = try await next(Intake.groupSize) {
      try await preview.check(payments)
      read += payments.map(\.purchase)
    }
    (rest, isRead) = (read[...], true)
  }

  private func isWanted(_ payment: Identifier) -> Bool {
    (previewed?.contains(payment) ?? true) && !unknown.contains(payment)
      && (listed?.insert(payment.withoutLeadingZeros).inserted ?? true)
  }

  func consumeNext(_ limit: Int) async -> ConsumedGroup? {
    guard previewed == nil, query.limit == nil,
      let group = await service.consumeListed(
        query, isOrdered: isOrdered, after: cursor, most: limit)
    else { return nil }
    cursor = group.end
    consumed += group.payments.count
    if group.failure != nil { unknown = Set(group.payments.map(\.paymentSeq)) }
    return group
  }

  func restart(with previewed: Set<Identifier>) async throws {
    listing = PurchaseListing(try await service.unconsumed(query), of: query, in: context)
    (self.previewed, rest, isRead) = (previewed, [], false)
    if listed != nil { listed = [] }
  }
}
