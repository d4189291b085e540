import IAPCore
import SQLite

extension StoreSession {
  /// Runs a purchase from the reservation to its end.
  ///
  /// A purchase that fails after the reservation leaves a row with the state that it reached. The
  /// caller must commit that row before it reports the failure. So that failure is returned. A
  /// purchase that is refused before the reservation writes nothing, and its error is thrown.
  func buy(_ request: PurchaseRequest) throws -> Result<PurchaseOutcome, IAPError> {
    try requireAvailable(request.market)
    let product = try sellableProduct(request.product, in: request.market)
    if request.isPromotion && request.isDeferred {
      return .success(.deferred(try addDeferral(product, for: request.user)))
    }
    try requirePermission(of: request.user, simulated: request.simulation == .notAllowed)
    try requireNothingUnfinished(product, for: request.user)
    try requireNotOwned(product, by: request.user)
    try requireWithinLimit(product, for: request.user)
    let outcome = try charge(request, for: product)
    if case .success = outcome { try forgetDeferral(of: product, for: request.user) }
    return outcome
  }

  private func charge(
    _ request: PurchaseRequest, for product: ProductRow
  ) throws -> Result<PurchaseOutcome, IAPError> {
    let unknown =
      request.simulation == nil ? try unknownVerification(to: request.sdk, in: request.market) : nil
    // An SDK that does not fit leaves the charge to be completed by one that does.
    let ending = unknown == nil ? request.simulation : .interrupted
    let end: PaymentState =
      switch ending {
      case .reserved, .pending: .reserved
      case .cancelled: .userClose
      case .paymentFailed, .verifyFailed: .failure
      case .interrupted: .charged
      case nil, .notAllowed: .success
      }
    var new = try purchase(for: request, of: product, endingAs: end)
    new.isPending = ending == .pending
    let row = try insert(new)
    try record(ending, of: row.id)
    let isCharged = end == .charged || end == .success
    if isCharged, row.purchase.productType?.isSubscription == true {
      try insertReceipt(for: row)
      try beginPeriod(of: row.id)
    }
    return result(of: request, endingAs: ending, as: row.purchase, unknown)
  }

  /// What the user's device is told of a purchase.
  ///
  /// - Parameter unknown: the SDK that cannot verify it.
  private func result(
    of request: PurchaseRequest, endingAs ending: PurchaseRequest.Simulation?,
    as purchase: Purchase, _ unknown: (sdk: SDKVersion, way: Verification)?
  ) -> Result<PurchaseOutcome, IAPError> {
    let payment = purchase.paymentSeq
    return switch ending {
    case .reserved: .success(.reserved(payment: payment))
    case .pending: .success(.pending(payment: payment))
    case .cancelled:
      .failure(.iap(.paymentCancelled, .product(request.product, .paymentSheetClosed)))
    case .paymentFailed:
      .failure(.iap(.paymentFailed, .product(request.product, .chargeRefused)))
    case .verifyFailed: .failure(.iap(.verifyFailed, .payment(payment, .receiptRejected)))
    case .interrupted:
      unknown.map {
        .failure(.iap(.verifyFailed, .payment(payment, .sdkCannotVerify($0.sdk, $0.way))))
      } ?? .success(.interrupted(payment: payment))
    case nil, .notAllowed: .success(.completed(purchase))
    }
  }

  /// Writes the events from the reservation to the end of a purchase.
  private func record(_ simulation: PurchaseRequest.Simulation?, of id: Int64) throws {
    try record(.reserved, of: id, from: nil, to: .reserved)
    switch simulation {
    case .reserved: return
    case .pending: return try record(.pending, of: id, from: .reserved, to: .reserved)
    case .cancelled: return try record(.closed, of: id, from: .reserved, to: .userClose)
    case .paymentFailed: return try record(.failed, of: id, from: .reserved, to: .failure)
    case .verifyFailed, .interrupted, .notAllowed, nil:
      try record(.charged, of: id, from: .reserved, to: .charged)
    }
    switch simulation {
    case .verifyFailed: try record(.failed, of: id, from: .charged, to: .failure)
    case .notAllowed, nil: try record(.verified, of: id, from: .charged, to: .success)
    default: break
    }
  }

  private func purchase(
    for request: PurchaseRequest, of row: ProductRow, endingAs end: PaymentState
  ) throws -> NewPurchase {
    var new = NewPurchase(of: row, by: request.user, state: end, at: now)
    new.purchase.isStorePayment = request.isPromotion
    new.purchase.isSandboxPayment = request.isSandbox
    new.purchase.payload = request.payload
    if row.product.productType?.isSubscription == true {
      new.purchase.expiryTime = try endOfFirstPeriod(of: row)
      new.purchase.originalTransactionIdentifier = try continuedSubscription(row, of: request.user)
    }
    return new
  }

  /// The subscription that a new purchase continues: who subscribes again in the App Store keeps the
  /// original transaction. Nil in another market, and for a first purchase.
  private func continuedSubscription(
    _ row: ProductRow, of user: Identifier
  ) throws -> Identifier? {
    guard row.product.storeCode == .appStore else { return nil }
    return try connection.first(
      """
      SELECT subscriptionKey FROM purchase
      WHERE userID = ? AND productID = ? AND \(Self.isPaidSubscription)
      ORDER BY expiryTime DESC, id DESC LIMIT 1
      """, [.text(user.text), .integer(row.id)], make: { Identifier($0.text(0) ?? "") })
  }

  /// A subscription is bought, perhaps again. What was paid for it before ends now, also if it was revoked
  /// before its end, so that the new payment has the status.
  func beginPeriod(of id: Int64) throws {
    try connection.run(
      """
      UPDATE purchase SET expiryTime = ?1
      WHERE expiryTime > ?1 AND id <> ?2 AND \(Self.isPaidSubscription)
        AND subscriptionKey = (SELECT new.subscriptionKey FROM purchase AS new WHERE new.id = ?2)
      """, [.integer(now.milliseconds), .integer(id)])
    try moveStatus(to: id...id)
  }

  /// The end of the period of a subscription that begins now.
  func endOfFirstPeriod(of row: ProductRow) throws -> Instant {
    guard let expiry = row.period?.added(to: now) else {
      throw IAPError.iap(
        .productNotAvailable, .product(row.product.productIdentifier, .periodEndsAfterCalendar))
    }
    return expiry
  }

  // MARK: Products

  private func sellableProduct(
    _ identifier: Identifier, in market: StoreCode
  ) throws -> ProductRow {
    guard let row = try product(identifier, in: market) else {
      let others = try connection.all(
        "SELECT storeCode FROM product WHERE productIdentifier = ? ORDER BY id",
        [.text(identifier.text)], make: { StoreCode($0.text(0) ?? "") })
      throw IAPError.iap(
        .productNotAvailable, .product(identifier, .notFound(market: market, soldIn: others)))
    }
    guard row.product.isActive else {
      throw IAPError.iap(.productNotAvailable, .product(identifier, .notInUse))
    }
    guard row.product.isValid == true else {
      throw IAPError.iap(.productNotAvailable, .product(identifier, .unknownToStore))
    }
    guard row.product.productType != .unknown else {
      throw IAPError.iap(.productNotAvailable, .product(identifier, .ofUnknownType))
    }
    return row
  }

  func product(_ identifier: Identifier, in market: StoreCode) throws -> ProductRow? {
    try connection.first(
      ProductRow.selection + "WHERE storeCode = ? AND productIdentifier = ?",
      [.text(market.text), .text(identifier.text)], make: ProductRow.init)
  }

  private func addDeferral(_ row: ProductRow, for user: Identifier) throws -> Product {
    if try addDeferral(row.id, for: user) {
      try record(.deferred, user: user, after: row.product.productIdentifier.text)
    }
    return row.product
  }

  /// Writes the product to the user's kept products, unless it is there already.
  ///
  /// - Returns: false if it is there already.
  @discardableResult
  func addDeferral(_ productID: Int64, for user: Identifier) throws -> Bool {
    try connection.insertRow(
      "INSERT INTO deferral (userID, productID) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [.text(user.text), .integer(productID)]) != nil
  }

  private func forgetDeferral(of row: ProductRow, for user: Identifier) throws {
    try connection.run(
      "DELETE FROM deferral WHERE userID = ? AND productID = ?",
      [.text(user.text), .integer(row.id)])
  }

  // MARK: Users

  private func requirePermission(of user: Identifier, simulated isRefused: Bool) throws {
    let isAllowed = try connection.first(
      "SELECT paymentsAllowed FROM user WHERE userID = ?", [.text(user.text)],
      make: { $0.flag(0) })
    if isRefused || isAllowed == false {
      throw IAPError.iap(.paymentNotAvailable, .user(user, .purchasesSwitchedOff))
    }
  }

  private func requireNothingUnfinished(_ row: ProductRow, for user: Identifier) throws {
    let payment = try connection.first(
      """
      SELECT paymentSeq FROM purchase
      WHERE userID = ? AND productID = ? AND state IN ('RESERVED', 'CHARGED') AND pending = 0
      LIMIT 1
      """, [.text(user.text), .integer(row.id)], make: { Identifier($0.text(0) ?? "") })
    if let payment {
      throw IAPError.iap(
        .alreadyInProgress,
        .product(row.product.productIdentifier, .purchaseUnfinished(user: user, payment: payment)))
    }
  }

  /// Refuses a subscription that the user has, or one of the same subscription group: a group has
  /// one active subscription for each user.
  func requireNotOwned(_ row: ProductRow, by user: Identifier) throws {
    guard row.product.productType?.isSubscription == true else { return }
    let held = try connection.all(
      """
      SELECT product.productIdentifier, purchase.productID, purchase.status, purchase.expiryTime
      FROM purchase JOIN product ON product.id = purchase.productID
      WHERE purchase.userID = ?1 AND purchase.status IS NOT NULL
        AND (purchase.productID = ?2 OR (product.storeCode, product.subscriptionGroup) = (
          SELECT storeCode, subscriptionGroup FROM product WHERE id = ?2))
      ORDER BY purchase.productID <> ?2, purchase.id
      """, [.text(user.text), .integer(row.id)],
      make: {
        (
          Identifier($0.text(0) ?? ""), isSame: $0.integer(1) == row.id,
          SubscriptionStatus($0.text(2) ?? ""), $0.integer(3).map(Instant.init)
        )
      })
    guard let (owned, isSame, _, expiry) = held.first(where: { $0.2.isOwned(until: $0.3, at: now) })
    else { return }
    throw IAPError.iap(
      .alreadyOwned,
      .product(
        row.product.productIdentifier,
        isSame
          ? .subscriptionOwned(user: user, until: expiry)
          : .groupOwned(user: user, by: owned, until: expiry)))
  }

  func requireWithinLimit(_ row: ProductRow, for user: Identifier) throws {
    guard let price = row.product.price, let currency = row.product.currency else { return }
    let limit = try connection.first(
      "SELECT amount FROM monthlyLimit WHERE userID = ? AND currency = ?",
      [.text(user.text), .text(currency)], make: { Price(canonical: $0.text(0) ?? "") })
    guard let limit else { return }
    let month = now.monthInUTC
    let spent = try connection.all(
      """
      SELECT price FROM purchase WHERE userID = ? AND currency = ? AND state = 'SUCCESS'
        AND purchaseTime >= ? AND purchaseTime < ? AND price IS NOT NULL
      """,
      [
        .text(user.text), .text(currency), .integer(month.lowerBound.milliseconds),
        .integer(month.upperBound.milliseconds),
      ], make: { Price(canonical: $0.text(0) ?? "").units }
    ).reduce(Int128(0)) { $0.addingWithSaturation($1) }
    if spent.addingWithSaturation(price.units) > limit.units {
      throw IAPError.iap(
        .purchaseLimitExceeded,
        .user(
          user,
          .limitPassed(limit: limit, spent: Price(units: spent) ?? .greatest, currency: currency)))
    }
  }
}

extension Int128 {
  /// The sum, or the greatest number if that is smaller. No number may be negative.
  fileprivate func addingWithSaturation(_ other: Int128) -> Int128 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
