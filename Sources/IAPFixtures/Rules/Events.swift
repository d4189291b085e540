package import IAPCore
import SQLite

/// What happened in a store. The raw values are the names in its log.
package enum EventKind: String, Sendable, CaseIterable {
  case reserved, charged, verified, consumed
  /// The user closed the payment sheet, or no money was taken.
  case closed
  case failed
  case renewed
  /// Billing failed, and the subscription has entered its grace period.
  case grace
  /// Billing failed, and the subscription was put on hold.
  case hold
  /// Billing succeeded again.
  case recovered
  case expired, cancelled, paused, revoked
  /// The status of a subscription was set to one that has no kind of its own.
  case statusChanged
  case refunded
  case restored, reprocessed
  /// The state of a payment was set by hand.
  case stateChanged
  /// The purchase waits for an approval.
  case pending
  case approved, declined
  /// The user kept a promotion product to buy it later.
  case deferred
  /// A market verifies its purchases in another way.
  case verificationSet

  /// True for an event of a market, which concerns no payment and no user.
  var isOfMarket: Bool { self == .verificationSet }
}

/// Selects events of the log. A property that is nil selects all.
package struct EventSelection: Sendable {
  /// The first time.
  package var since: Instant?
  package var user: Identifier?
  package var payment: Identifier?
  package var kind: EventKind?

  package init() {}

  fileprivate var filter: Filter {
    var filter = Filter()
    if let since { filter.require("event.time >= ?", .integer(since.milliseconds)) }
    if let user {
      filter.require("coalesce(purchase.userID, event.userID) = ?", .text(user.text))
    }
    if let payment { filter.require("purchase.paymentSeq = ?", .text(payment.text)) }
    if let kind { filter.require("event.kind = ?", .text(kind.rawValue)) }
    return filter
  }
}

extension EventKind {
  /// The kind of an event that gives a subscription this status.
  init(settingStatus status: SubscriptionStatus) {
    self =
      switch status {
      case .canceled: .cancelled
      case .inGracePeriod: .grace
      case .onHold: .hold
      case .paused: .paused
      case .revoked: .revoked
      case .expired: .expired
      default: .statusChanged
      }
  }
}

extension StoreEvent {
  init(_ row: Row) {
    self.init(id: row.integer("id") ?? 0)
    row.read(Self.fields, into: &self)
  }
}

extension StoreSession {
  /// Writes an event of a payment at ``now``. It must be called in the transaction of the change.
  func record(
    _ kind: EventKind, of purchaseID: Int64, before: String? = nil, after: String? = nil
  ) throws {
    try connection.run(
      Self.insertingEvent,
      [
        .integer(now.milliseconds), .text(kind.rawValue), .integer(purchaseID), .text(before),
        .text(after),
      ])
  }

  static let insertingEvent =
    "INSERT INTO event (time, kind, purchaseID, before, after) VALUES (?, ?, ?, ?, ?)"

  /// Writes an event of a payment that changed its state.
  func record(
    _ kind: EventKind, of purchaseID: Int64, from before: PaymentState?, to after: PaymentState
  ) throws {
    try record(kind, of: purchaseID, before: before?.rawValue, after: after.rawValue)
  }

  /// Writes an event that concerns no payment.
  ///
  /// - Parameter user: nil for an event of a market.
  func record(
    _ kind: EventKind, user: Identifier? = nil, before: String? = nil, after: String
  ) throws {
    try connection.insert(
      into: "event",
      [
        ("time", .integer(now.milliseconds)), ("kind", .text(kind.rawValue)),
        ("userID", .text(user?.text)), ("before", .text(before)), ("after", .text(after)),
      ])
  }

  /// The number of events in a page of the log; the last page can have fewer.
  private static let pageOfEvents = 512

  /// The next events of the log, in their order.
  package func events(after position: Int64) throws -> [StoreEvent] {
    var filter = Filter()
    filter.require("event.id > ?", .integer(position))
    return try events(filter, limit: Self.pageOfEvents)
  }

  /// The events of the log that match, in their order.
  package func events(_ selection: EventSelection) throws -> [StoreEvent] {
    try events(selection.filter, limit: .max)
  }

  private func events(_ filter: Filter, limit: Int) throws -> [StoreEvent] {
    try connection.all(
      """
      SELECT event.id, event.time, event.kind, purchase.paymentSeq,
        coalesce(purchase.userID, event.userID) AS userID, event.before, event.after
      FROM event LEFT JOIN purchase ON purchase.id = event.purchaseID
      \(filter.clause) ORDER BY event.id LIMIT ?
      """, filter.values + [.integer(Int64(limit))], make: StoreEvent.init)
  }

  /// The events of a payment, in their order.
  func events(ofPurchase id: Int64) throws -> [StoreEvent] {
    var filter = Filter()
    filter.require("event.purchaseID = ?", .integer(id))
    return try events(filter, limit: .max)
  }

  /// All events after a position, however many there are.
  func allEvents(after position: Int64) throws -> [StoreEvent] {
    var events: [StoreEvent] = []
    while case let page = try self.events(after: events.last?.id ?? position),
      !page.isEmpty
    {
      events += page
    }
    return events
  }
}
