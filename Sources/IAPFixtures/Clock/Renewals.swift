import IAPCore
import SQLite

/// Writes what happens to subscriptions, with prepared statements for many of them.
final class Renewals {
  private let session: StoreSession
  private let insertion: PreparedChange
  private let receipt: PreparedChange
  private let event: PreparedChange
  private let status: PreparedChange
  /// Removes the status and leaves the expiry, so that the indexes with the expiry do not change.
  private let clearing: PreparedChange
  private let rowsBefore: Int64
  private var indexes: DroppedIndexes?
  private var nextRow: Int64
  private var done = 0
  /// True if a subscription in a window has a first payment that the console does not have. To find
  /// the first one that it has takes an index.
  private var isFirstUnknown = false
  /// True from the first recovery on: each one looks at the other payments of its subscription.
  private var hasRecovered = false

  /// After this number of events, the progress is reported and a stop is noticed.
  private static let step = 256

  init(of session: StoreSession) throws {
    self.session = session
    let connection = session.connection
    func columnsAndValues(_ names: [String]) -> String {
      "(\(names.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
    }
    insertion = try connection.prepared(
      "INSERT INTO purchase " + columnsAndValues(["id"] + NewPurchase.columns))
    receipt = try connection.prepared(
      "INSERT INTO receipt " + columnsAndValues(StoreSession.receiptColumns))
    event = try connection.prepared(StoreSession.insertingEvent)
    status = try connection.prepared("UPDATE purchase SET status = ?, expiryTime = ? WHERE id = ?")
    let last = try connection.first("SELECT max(id) FROM purchase", make: { $0.integer(0) }) ?? nil
    clearing = try connection.prepared("UPDATE purchase SET status = NULL WHERE id = ?")
    rowsBefore = last ?? 0
    nextRow = rowsBefore + 1
    // Each value comes from a row that was checked. The checks would take a tenth of the time.
    try connection.execute("PRAGMA ignore_check_constraints = ON")
  }

  /// Lists need these indexes, and renewals do not, unless renewals have to look for a
  /// free transaction.
  private static let indexesOfLists = [
    "purchaseUnconsumed", "purchaseUnconsumedOfUser", "purchaseOfUser", "receiptOfUser",
    "receiptOfSubscription",
  ]

  /// From this number of new rows on, and if they are a large part of the store, the rest is written
  /// without these indexes.
  private static let many = 10_000

  private func dropIndexesIfWorthwhile() throws {
    let count = nextRow - rowsBefore
    guard indexes == nil, count > Self.many, count > rowsBefore / 4,
      session.numberCache?.needsNoTransactionLookup == true
    else { return }
    let needsSubscriptions =
      try isFirstUnknown || hasRecovered
      || session.connection.finds(DueSubscription.isAnyFirstUnknown)
    indexes = try DroppedIndexes(
      Self.indexesOfLists + (needsSubscriptions ? [] : ["purchaseOfSubscription"]),
      of: session.connection)
  }

  /// Must be called after the last event.
  func finish() throws { try indexes?.restore() }

  /// Must be called in the end, also after an error.
  func end() { try? session.connection.execute("PRAGMA ignore_check_constraints = OFF") }

  /// Writes all events of a window, in order of time.
  func writeEvents(of window: RenewalWindow) throws {
    if !isFirstUnknown { isFirstUnknown = window.due.contains { !$0.isFirstKnown } }
    var due = window.due
    // The places of those that wait, the next one last.
    var waiting = Array(due.indices.reversed())
    while let next = waiting.popLast() {
      guard try writeNextEvent(of: &due[next], in: window) else { continue }
      var (place, end) = (0, waiting.count)
      while place < end {
        let middle = (place + end) / 2
        if due[waiting[middle]] < due[next] { end = middle } else { place = middle + 1 }
      }
      waiting.insert(next, at: place)
    }
  }

  /// - Returns: true if the next event of the subscription belongs to the window as well.
  private func writeNextEvent(of due: inout DueSubscription, in window: RenewalWindow) throws
    -> Bool
  {
    let time = due.expiry
    switch due.next {
    case .renewal(let end):
      if due.isStatusWritten { _ = try clearing.run([.integer(due.row)]) }
      var renewed = due
      renewed.renew(as: nextRow, until: end, isStatusWritten: true)
      // The status of a payment that is renewed in this window would be removed again.
      var isRenewedAgain = false
      if case .renewal = renewed.next { isRenewedAgain = window.contains(end, of: nextRow) }
      try insert(due, at: time, until: end, isRenewedAgain ? nil : .active)
      try record(.renewed, of: nextRow, at: time, due.status, .active)
      due.renew(as: nextRow, until: end, isStatusWritten: !isRenewedAgain)
      nextRow += 1
    case .gracePeriod(let end): try move(&due, to: .inGracePeriod, until: end, .grace)
    case .hold(let end): try move(&due, to: .onHold, until: end, .hold)
    case .expiry:
      try move(&due, to: .expired, until: time, .expired)
      return false
    }
    return window.contains(due.expiry, of: due.row)
  }

  private func move(
    _ due: inout DueSubscription, to status: SubscriptionStatus, until end: Instant,
    _ kind: EventKind
  ) throws {
    try record(kind, of: due.row, at: due.expiry, due.status, status)
    try set(status, until: end, of: due)
    due.move(to: status, until: end)
  }

  /// Pays a subscription whose billing is ok again, at the session's time.
  ///
  /// After a grace period, the new period begins where the paid one ended, as in the stores, unless it
  /// would be over by now. After a hold it begins now. The earlier payment's expiry is moved
  /// back to that time if it is later, and so is that of each other payment that would end after the
  /// new one: the new payment has the status, and the latest payment has the status.
  func recover(_ due: DueSubscription) throws {
    try requireSubscriptionIndex()
    let (now, paidAt) = (session.now, due.payment.purchase.purchaseTime ?? session.now)
    let lastPurchase = try session.lastUnendedPurchase(of: due) ?? paidAt
    func end(from start: Instant) -> Instant? {
      due.period?.end(ofPeriodFrom: start, inSeriesSince: due.origin)
    }
    var start = max(now, lastPurchase)
    if due.status == .inGracePeriod, let paid = try session.paidEnd(of: due) ?? end(from: paidAt),
      paid >= lastPurchase, let next = end(from: paid), next > now
    {
      start = paid
    }
    guard let end = end(from: start) else {
      try record(.expired, of: due.row, at: now, due.status, .expired)
      return try set(.expired, until: due.expiry, of: due)
    }
    try set(nil, until: min(due.expiry, start), of: due)
    try session.endPayments(of: due, at: start, after: end)
    try insert(due, at: now, until: end, .active)
    try record(.recovered, of: nextRow, at: now, due.status, .active)
    nextRow += 1
  }

  private func requireSubscriptionIndex() throws {
    guard !hasRecovered else { return }
    hasRecovered = true
    try indexes?.restore()
    indexes = nil
  }

  // MARK: Rows

  private func set(_ new: SubscriptionStatus?, until end: Instant, of due: DueSubscription) throws {
    _ = try status.run([.text(new?.name), .integer(end.milliseconds), .integer(due.row)])
  }

  /// Inserts the next payment of a subscription and its receipt. A consumable subscription is
  /// unconsumed again.
  private func insert(
    _ due: DueSubscription, at time: Instant, until end: Instant, _ status: SubscriptionStatus?
  ) throws {
    var new = due.payment
    new.purchase.purchaseTime = time
    new.purchase.expiryTime = end
    new.status = status
    if due.key.isGoogleOrder {
      new.purchase.transactionIdentifier = try session.renewal(
        of: due.key, after: try session.transaction(ofRow: due.row))
    }
    new = try session.completed(new)
    _ = try insertion.run([.integer(nextRow)] + new.values)
    _ = try receipt.run(StoreSession.receiptValues(of: new.purchase, new.productID, in: due.key))
    session.numberCache?.add(payment: new.purchase.paymentSeq)
    session.numberCache?.add(transaction: new.purchase.transactionIdentifier, original: due.key)
  }

  private func record(
    _ kind: EventKind, of row: Int64, at time: Instant, _ before: SubscriptionStatus,
    _ after: SubscriptionStatus
  ) throws {
    _ = try event.run([
      .integer(time.milliseconds), .text(kind.rawValue), .integer(row), .text(before.name),
      .text(after.name),
    ])
    done += 1
    guard done % Self.step == 0 else { return }
    session.report(done)
    try dropIndexesIfWorthwhile()
    try session.connection.requireNotStopped()
  }
}

extension StoreSession {
  fileprivate func transaction(ofRow row: Int64) throws -> Identifier? {
    try connection.first(
      "SELECT transactionIdentifier FROM purchase WHERE id = ?", [.integer(row)],
      make: { Identifier($0.text(0) ?? "") })
  }

  /// The end of the period that the latest payment of a subscription paid, by its receipt.
  fileprivate func paidEnd(of due: DueSubscription) throws -> Instant? {
    let end = try connection.first(
      """
      SELECT receipt.expiryTime FROM purchase
      JOIN receipt ON receipt.transactionIdentifier = purchase.transactionIdentifier
      WHERE purchase.id = ?
      """, [.integer(due.row)], make: { $0.integer(0).map(Instant.init) })
    return end ?? nil
  }

  /// The latest purchase among the paid payments of a subscription that end after ``now``.
  fileprivate func lastUnendedPurchase(of due: DueSubscription) throws -> Instant? {
    let time = try connection.first(
      """
      SELECT max(purchaseTime) FROM purchase
      WHERE subscriptionKey = ? AND expiryTime > ? AND \(Self.isPaidSubscription)
      """,
      [.text(due.key.text), .integer(now.milliseconds)], make: { $0.integer(0).map(Instant.init) })
    return time ?? nil
  }

  /// Ends the paid payments of a subscription at `start` if they end after `end`.
  fileprivate func endPayments(
    of due: DueSubscription, at start: Instant, after end: Instant
  ) throws {
    try connection.run(
      """
      UPDATE purchase SET expiryTime = ?1
      WHERE subscriptionKey = ?2 AND expiryTime > ?3 AND \(Self.isPaidSubscription)
      """,
      [
        .integer(start.milliseconds), .text(due.key.text), .integer(end.milliseconds),
      ])
  }
}
