package import IAPCore
import SQLite

/// A purchase that waits for approval is declined: it ends, and no money was taken.
package struct Decline: StoreChange {
  package var payment: Identifier

  package init(_ payment: Identifier) { self.payment = payment }

  package static let command = "decline"

  package static let form = ChangeForm(
    Decline(""), "decline a pending purchase",
    discussion: ["Ends a purchase that waits for approval. Nothing is charged."],
    [.payment(\.payment)],
    examples: [
      ChangeExample("iapctl store decline 2026011510000003", "a parent declines", status: 3),
      ChangeExample(
        "iapctl store decline 2026011510000003 -o json", "the event as JSON", status: 3),
    ], sample: Decline("2026011510000002"), related: ["purchase", "store approve"])

  package func make(in session: StoreSession) throws {
    try session.decline(session.requirePurchase(numbered: payment))
  }
}

extension StoreSession {
  fileprivate func decline(_ row: PurchaseRow) throws {
    try requirePending(row)
    try connection.run(
      "UPDATE purchase SET state = 'USER_CLOSE', pending = 0 WHERE id = ?", [.integer(row.id)])
    try record(.declined, of: row.id, from: .reserved, to: .userClose)
  }
}
