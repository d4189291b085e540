import IAPCore
import SQLite

/// A subscription whose status ends at a known time, with the data that decides what follows.
struct DueSubscription {
  /// The row of its latest payment. If several statuses end at the same time, the lowest is first.
  fileprivate(set) var row: Int64
  fileprivate(set) var status: SubscriptionStatus
  fileprivate(set) var expiry: Instant
  /// The time of its first payment, which gives the day of its renewals.
  let origin: Instant
  /// False if the console does not have that payment. The first one that it has is ``origin`` then.
  let isFirstKnown: Bool
  let period: CalendarPeriod?
  let grace: CalendarPeriod?
  let hold: CalendarPeriod?
  let isBillingFailing: Bool
  let key: Identifier
  /// The latest payment, without the numbers that are generated for each payment.
  let payment: NewPurchase
  /// False if the row of its latest payment has no status yet, because the next renewal of the same
  /// run would move it.
  fileprivate(set) var isStatusWritten = true

  /// What happens to a subscription when its status ends.
  enum Event: Equatable {
    case renewal(until: Instant)
    /// Billing failed.
    case gracePeriod(until: Instant)
    case hold(until: Instant)
    case expiry
  }

  /// What happens at ``expiry``.
  ///
  /// The expiry of a subscription in its grace period or on hold is the end of that stage. A stage
  /// that the product does not have, or that would end after the year 9999, is skipped.
  var next: Event {
    if status == .active, !isBillingFailing {
      return period?.end(ofPeriodFrom: expiry, inSeriesSince: origin).map { .renewal(until: $0) }
        ?? .expiry
    }
    if status == .active, let end = grace?.added(to: expiry) { return .gracePeriod(until: end) }
    if status == .active || status == .inGracePeriod, let end = hold?.added(to: expiry) {
      return .hold(until: end)
    }
    return .expiry
  }

  mutating func renew(as row: Int64, until end: Instant, isStatusWritten: Bool) {
    (self.row, status, expiry) = (row, .active, end)
    self.isStatusWritten = isStatusWritten
  }

  mutating func move(to status: SubscriptionStatus, until end: Instant) {
    (self.status, expiry) = (status, end)
  }

  static func < (left: DueSubscription, right: DueSubscription) -> Bool {
    left.expiry == right.expiry ? left.row < right.row : left.expiry < right.expiry
  }
}

extension DueSubscription {
  /// - Parameter conditions: a condition on `purchase`, `product` and `user`.
  static func selection(from index: String, where conditions: String) -> String {
    """
    SELECT purchase.id, purchase.status, purchase.expiryTime, purchase.purchaseTime,
      \(first) IS NOT NULL AS isFirstKnown,
      \(origin) AS origin,
      product.period, product.grace, product.hold, user.billing, purchase.subscriptionKey,
      purchase.productID, purchase.productType, purchase.userID, purchase.price, purchase.currency,
      purchase.sandboxPayment, purchase.payload
    FROM purchase INDEXED BY \(index) CROSS JOIN product ON product.id = purchase.productID
      LEFT JOIN user ON user.userID = purchase.userID
    WHERE \(conditions) ORDER BY purchase.expiryTime, purchase.id LIMIT ?
    """
  }

  /// The time of the payment with the original transaction of `purchase`; NULL without that payment.
  private static let first = """
    (SELECT first.purchaseTime FROM purchase AS first
      WHERE first.transactionIdentifier = purchase.subscriptionKey)
    """

  /// The time of the first payment of the subscription of `purchase` that the console has.
  static let origin = """
    coalesce(\(first), (SELECT earliest.purchaseTime FROM purchase AS earliest
      WHERE earliest.subscriptionKey = purchase.subscriptionKey
        AND earliest.expiryTime IS NOT NULL
      ORDER BY earliest.expiryTime, earliest.id LIMIT 1))
    """

  /// Whether a subscription of the store has a first payment that the console does not have. It may
  /// be missing while the payments of a window are written.
  static let isAnyFirstUnknown = """
    SELECT 1 FROM purchase INDEXED BY subscriptionCurrent
    WHERE status IS NOT NULL AND \(first) IS NULL LIMIT 1
    """

  init(_ row: Row, _ periods: inout PeriodCache) {
    self.row = row.integer("id") ?? 0
    status = SubscriptionStatus(row.text("status") ?? "")
    expiry = Instant(row.integer("expiryTime") ?? 0)
    let start = Instant(row.integer("purchaseTime") ?? 0)
    origin = Instant(row.integer("origin") ?? 0)
    isFirstKnown = row.flag("isFirstKnown")
    period = periods[row.text("period")]
    grace = periods[row.text("grace")]
    hold = periods[row.text("hold")]
    isBillingFailing = row.text("billing") == Billing.failing.rawValue
    key = Identifier(row.text("subscriptionKey") ?? "")
    var payment = NewPurchase(
      productID: row.integer("productID") ?? 0, of: row.text("productType").map { ProductType($0) },
      by: Identifier(row.text("userID") ?? ""), state: .success, at: start)
    payment.purchase.price = row.text("price").map { Price(canonical: $0) }
    payment.purchase.currency = row.text("currency")
    payment.purchase.isSandboxPayment = row.flag("sandboxPayment")
    payment.purchase.payload = row.text("payload")
    payment.purchase.originalTransactionIdentifier = key
    self.payment = payment
  }
}

/// Periods that were parsed before. A store has few different ones.
struct PeriodCache {
  private var periods: [String: CalendarPeriod?] = [:]

  subscript(text: String?) -> CalendarPeriod? {
    mutating get {
      guard let text else { return nil }
      if let period = periods[text] { return period }
      let period = CalendarPeriod(iso8601: text)
      if periods.count < 1000 { periods[text] = .some(period) }
      return period
    }
  }
}

/// The next subscriptions whose status ends.
struct RenewalWindow {
  /// In order of time.
  let due: [DueSubscription]
  /// The window contains every status that ends before this one, also a status that begins while
  /// the window is played.
  fileprivate let end: (expiry: Instant, row: Int64)

  func contains(_ expiry: Instant, of row: Int64) -> Bool {
    expiry == end.expiry ? row < end.row : expiry < end.expiry
  }
}

extension StoreSession {
  /// The maximum number of subscriptions in a window, so that catching up needs the same memory for
  /// any store.
  private static let maximumInWindow = 1000

  /// The next window; nil if nothing more ends up to ``now``.
  func nextWindow() throws -> RenewalWindow? {
    var periods = PeriodCache()
    let limit = Self.maximumInWindow
    var due: [DueSubscription] = []
    let sources = [
      ("purchaseDue", "purchase.status IN ('ACTIVE', 'CANCELED') AND purchase.expiryTime <= ?"),
      (
        "purchaseInBilling",
        """
        purchase.status IN ('IN_GRACE_PERIOD', 'ON_HOLD') AND purchase.expiryTime <= ?
          AND user.billing = 'failing'
        """
      ),
    ]
    for (index, condition) in sources {
      due += try connection.all(
        DueSubscription.selection(from: index, where: condition),
        [.integer(now.milliseconds), .integer(Int64(limit))],
        make: { DueSubscription($0, &periods) })
    }
    try Self.requireUnfinished(due)
    due.sort(by: <)
    guard let last = due.prefix(limit).last else { return nil }
    let end = due.count < limit ? (now, .max) : (last.expiry, last.row)
    return RenewalWindow(due: Array(due.prefix(limit)), end: end)
  }

  /// Subscriptions in a grace period or on hold whose billing is ok again.
  func recovering() throws -> [DueSubscription] {
    var periods = PeriodCache()
    let due = try connection.all(
      DueSubscription.selection(
        from: "purchaseInBilling",
        where: """
          purchase.status IN ('IN_GRACE_PERIOD', 'ON_HOLD') AND user.billing = 'ok'
          """),
      [.integer(Int64(Self.maximumInWindow))], make: { DueSubscription($0, &periods) })
    try Self.requireUnfinished(due)
    return due
  }

  /// A payment that only a damaged index has would be due again and again.
  private static func requireUnfinished(_ due: [DueSubscription]) throws(DatabaseProblem) {
    let unfinished: Set<SubscriptionStatus> = [.active, .canceled, .inGracePeriod, .onHold]
    guard due.allSatisfy({ unfinished.contains($0.status) }) else {
      throw .damaged("an index has a payment that it cannot have")
    }
  }
}
