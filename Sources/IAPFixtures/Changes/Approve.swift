package import IAPCore

/// A purchase that waits for approval is approved: it is paid now.
package struct Approve: StoreChange {
  package var payment: Identifier

  package init(_ payment: Identifier) { self.payment = payment }

  package static let form = ChangeForm(
    Approve(""), command: "approve", "approve a pending purchase",
    discussion: [
      "Completes a purchase that waits for approval (Ask to Buy; 'purchase --simulate pending' "
        + "makes one): it is paid at the time of the store. The errors of a purchase apply: the "
        + "user's limit (error 18), an owned subscription (error 5), a market that is switched off "
        + "(error 2). The purchase then stays pending."
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
