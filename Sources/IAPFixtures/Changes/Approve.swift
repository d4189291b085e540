package import IAPCore
import SQLite

/// A purchase that waits for approval is approved: it is paid now.
package struct Approve: StoreChange {
  package var payment: Identifier

  package init(_ payment: Identifier) { self.payment = payment }

  package static let command = "approve"

  package static let form = ChangeForm(
    Approve(""), "approve a pending purchase",
    discussion: [
      "Completes a purchase that waits for approval (Ask to Buy; 'purchase --simulate pending' "
        + "makes one): it is paid at the time of the store. The errors of a purchase apply: the "
        + "user's limit (error com.nhncloud.iap 18), an owned subscription (error com.nhncloud.iap "
        + "5), a market that is switched off (error com.nhncloud.iap 2). The purchase then stays "
        + "pending."
    ],
    [.payment(\.payment)],
    examples: [
      ChangeExample("iapctl store approve 2026011510000003", "a parent approves", status: 3),
      ChangeExample(
        "iapctl store approve 2026011510000003 -o json", "the events as JSON", status: 3),
    ], sample: Approve("2026011510000002"), related: ["purchase", "store decline"])

  package func make(in session: StoreSession) throws {
    try session.approve(session.requirePurchase(numbered: payment))
  }
}

extension StoreSession {
  /// The payment is made now: its period begins now.
  fileprivate func approve(_ row: PurchaseRow) throws {
    try requirePending(row)
    try requireAvailable(row.purchase.storeCode ?? .appStore)
    guard
      let product = try product(
        row.purchase.productIdentifier ?? "", in: row.purchase.storeCode ?? .appStore)
    else {
      throw DatabaseProblem.damaged("payment \(row.purchase.paymentSeq) has no product")
    }
    let user = row.purchase.userID ?? ""
    try requireNotOwned(product, by: user)
    try requireWithinLimit(product, for: user)
    let isSubscription = product.product.productType?.isSubscription == true
    let expiry = isSubscription ? try endOfFirstPeriod(of: product) : nil
    try connection.run(
      """
      UPDATE purchase SET state = 'SUCCESS', pending = 0, purchaseTime = ?, expiryTime = ?
      WHERE id = ?
      """,
      [.integer(now.milliseconds), .integer(expiry?.milliseconds), .integer(row.id)])
    try record(.approved, of: row.id, from: .reserved, to: .reserved)
    try record(.charged, of: row.id, from: .reserved, to: .charged)
    try record(.verified, of: row.id, from: .charged, to: .success)
    guard isSubscription else { return }
    try requireReceipt(of: row.id)
    try beginPeriod(of: row.id)
  }

  func requirePending(_ row: PurchaseRow) throws {
    guard row.isPending else {
      throw IAPError.iap(
        .purchaseStatusInvalid, .payment(row.purchase.paymentSeq, .notPending(row.state)))
    }
  }
}
