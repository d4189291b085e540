import IAPCore
import SQLite

extension BatchItem {
  /// - Parameter row: a column for each ``InputColumn``, in their order.
  init(_ row: Row) {
    let said = StagedRow(row: row)
    let purchase = said.purchase
    request = ConsumeRequest(
      paymentSeq: purchase.paymentSeq, user: purchase.userID,
      markets: purchase.storeCode.map { [$0] } ?? [], accessToken: purchase.accessToken,
      productSeq: purchase.productSeq)
    var bare = Purchase(paymentSeq: purchase.paymentSeq)
    bare.accessToken = purchase.accessToken
    self.purchase = purchase == bare ? nil : purchase
    ticket = said.ticket
  }
}

/// What the lines of a payment say together.
private struct StagedRow {
  let row: Row

  var purchase: Purchase {
    var purchase = Purchase(paymentSeq: name(.paymentSeq) ?? "")
    purchase.userID = name(.userID)
    purchase.storeCode = text(.storeCode).map { StoreCode($0) }
    purchase.productIdentifier = name(.productIdentifier)
    purchase.productSeq = number(.productSeq)
    purchase.productType = text(.productType).map { ProductType($0) }
    purchase.price = text(.price).map { Price(canonical: $0) }
    purchase.currency = text(.currency)
    purchase.accessToken = text(.accessToken).map { Secret($0) }
    purchase.transactionIdentifier = name(.transactionIdentifier)
    purchase.originalTransactionIdentifier = name(.originalTransactionIdentifier)
    purchase.purchaseTime = number(.purchaseTime).map { Instant($0) }
    purchase.expiryTime = number(.expiryTime).map { Instant($0) }
    purchase.isStorePayment = number(.storePayment).map { $0 != 0 }
    purchase.isSandboxPayment = number(.sandboxPayment).map { $0 != 0 }
    purchase.payload = text(.payload)
    return purchase
  }

  var ticket: String? { text(.ticket) }

  private func text(_ column: InputColumn) -> String? { row.text(Int32(column.place)) }
  private func name(_ column: InputColumn) -> Identifier? { text(column).map { Identifier($0) } }
  private func number(_ column: InputColumn) -> Int64? { row.integer(Int32(column.place)) }
}
