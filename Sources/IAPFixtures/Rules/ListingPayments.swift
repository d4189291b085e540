package import IAPCore
import SQLite

/// Listing payments in any state, as the IAP console does: a market that is switched off hides none.
extension StoreSession {
  /// The number of payments in a page; the last page can have fewer.
  private static let pageOfPayments = 512

  /// The next page of payments, oldest first. `next` is the position after the page, or nil at the
  /// end.
  package func payments(
    _ query: PaymentQuery, after cursor: PaymentCursor
  ) throws -> (payments: [StoredPayment], next: PaymentCursor?) {
    var filter = filter(query.fixed(at: now))
    filter.require(
      "(purchase.purchaseTime, purchase.paymentSeq) > (?, ?)", .integer(cursor.time),
      .text(cursor.payment.text))
    let payments = try connection.all(
      PurchaseRow.selection + filter.clause
        + " ORDER BY purchase.purchaseTime, purchase.paymentSeq LIMIT ?",
      filter.values + [.integer(Int64(Self.pageOfPayments))], make: PurchaseRow.init
    ).map(stored)
    guard let last = payments.last?.purchase else { return ([], nil) }
    let end = PaymentCursor(
      time: last.purchaseTime?.milliseconds ?? .max, payment: last.paymentSeq,
      listedCount: cursor.listedCount + payments.count)
    // With a damaged index, the same page could come again and the list would never end.
    guard cursor < end else {
      throw DatabaseProblem.damaged("its list of payments is not in order")
    }
    return (payments, payments.count < Self.pageOfPayments ? nil : end)
  }

  private func filter(_ query: PaymentQuery) -> Filter {
    var filter = Filter()
    filter.require("purchase.userID", oneOf: query.users.map(\.text))
    filter.require("product.storeCode", oneOf: query.markets.map(\.text))
    filter.require("product.productIdentifier", oneOf: query.products.map(\.text))
    filter.require("purchase.state", oneOf: query.states.map(\.rawValue))
    if let transaction = query.transaction {
      filter.require(transaction: transaction)
    }
    if case .instant(let start)? = query.since {
      filter.require("purchase.purchaseTime >= ?", .integer(start.milliseconds))
    }
    if case .instant(let end)? = query.until {
      filter.require("purchase.purchaseTime < ?", .integer(end.milliseconds))
    }
    return filter
  }

  /// A refunded payment that was consumed before is both.
  private func stored(_ row: PurchaseRow) throws -> StoredPayment {
    guard row.state == .refund, !row.isConsumed else { return row.stored }
    let wasConsumed = try events(ofPurchase: row.id).contains {
      $0.before?.contains(Self.consumed) == true
    }
    return StoredPayment(row.purchase, row.state, isConsumed: wasConsumed, isPending: row.isPending)
  }

  /// The payment of this number, and the payment that has it as its transaction.
  func histories(of number: Identifier) throws -> [PaymentHistory] {
    let numbered = try purchase(numbered: number)
    let charged = try purchase(ofTransaction: number)
    let rows = [numbered, charged?.id == numbered?.id ? nil : charged].compactMap(\.self)
    guard !rows.isEmpty else { return [] }
    let off = try failuresOfMarkets()
    return try rows.map { row in
      var refusal: IAPError?
      if case .failure(let error) = try consumable(Payment(row.purchase.paymentSeq), off) {
        refusal = error
      }
      return PaymentHistory(
        row.stored, refusal: refusal, status: row.status, events: try events(ofPurchase: row.id))
    }
  }
}

extension PurchaseRow {
  fileprivate var stored: StoredPayment {
    StoredPayment(purchase, state, isConsumed: isConsumed, isPending: isPending)
  }
}
