import IAPBatch
import IAPCore

/// The payments of `--all`: those of an unconsumed list.
final class ListedPayments: ConsumeSource {
  private let service: any IAPService
  private let query: UnconsumedQuery
  private let context: Context
  private let isOrdered: Bool
  private var listing: PurchaseListing<[Purchase]>
  private var rest: ArraySlice<Payment> = []
  /// The whole list of a server, once it is read.
  private var read: [Payment]?
  /// The payments of a server's list so far: it may list a payment twice, in one market or in
  /// several. Nil for a fixture store, which does not.
  private var listed: Set<Identifier>?
  private(set) var total: Int?
  /// The confirmed payments that the list of a store has not shown again; nil without a question.
  private var confirmed: Set<Identifier>?
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

  var summary: Report.Summary { listing.summary(without: consumed) }

  func next(_ limit: Int) async throws -> [Payment]? {
    while rest.isEmpty {
      guard read == nil else { return nil }
      if let page = try await listing.next(stops: false) {
        rest = page.elements.filter { isWanted($0.paymentSeq) }.map { Payment($0) }[...]
      } else if let gone = confirmed, !gone.isEmpty {
        // What has left the list since the question, for example by a refund, is in the results too.
        rest = gone.sorted { $0.text < $1.text }.map { Payment($0, user: query.user) }[...]
        confirmed = []
      } else {
        return nil
      }
    }
    defer { rest = rest.dropFirst(limit) }
    return Array(rest.prefix(limit))
  }

  /// Reads the whole list of a server, so that nothing of it is sent if a payment contradicts its
  /// delivery. (What is delivered of a fixture store is as the store has it.)
  func check(with preview: BatchPreview) async throws {
    guard listed != nil else { return }
    var payments: [Payment] = []
    while let group = try await next(Intake.groupSize) {
      try await preview.check(group)
      payments += group
    }
    (read, rest) = (payments, payments[...])
  }

  private func isWanted(_ payment: Identifier) -> Bool {
    (confirmed == nil || confirmed?.remove(payment) != nil) && !unknown.contains(payment)
      && (listed?.insert(payment.withoutLeadingZeros).inserted ?? true)
  }

  func consumeNext(_ limit: Int) async -> ConsumedGroup? {
    guard confirmed == nil, query.limit == nil,
      let group = await service.consumeListed(
        query, isOrdered: isOrdered, after: cursor, most: limit)
    else { return nil }
    cursor = group.end
    consumed += group.payments.count
    if group.failure != nil { unknown = Set(group.payments.map(\.paymentSeq)) }
    return group
  }

  /// The list of a server is not asked again: what was confirmed is sent, and the server says what became
  /// of it meanwhile.
  func restart(with previewed: Set<Identifier>) async throws {
    total = previewed.count
    rest = read?[...] ?? []
    guard read == nil else { return }
    listing = PurchaseListing(try await service.unconsumed(query), of: query, in: context)
    confirmed = previewed
  }
}
