package import IAPCore
import SQLite

/// How a market verifies purchases from now on. The market may be new to the store.
package struct SetVerification: StoreChange {
  package var market: StoreCode
  package var verification: Verification

  package init(_ market: StoreCode, _ verification: Verification) {
    (self.market, self.verification) = (market, verification)
  }

  package static let command = "set-verification"

  package static let form = ChangeForm(
    SetVerification("", .v2), route: "verification",
    "set how the App Store verifies purchases",
    discussion: [
      "The IAP console sets how purchases in the App Store are verified: V1 (the old receipt "
        + "verification) or V2 (the new one). SDK 1.8 and later know both, SDK 1.7 knows only V2, "
        + "and earlier versions know only V1. 'purchase --sdk VERSION' and 'reprocess --sdk "
        + "VERSION' fail with error com.nhncloud.iap 11 if the version cannot verify. A store in "
        + "which this was never set accepts each version. Lists the event of the change."
    ],
    [
      .operand("storeCode", \.market, .market, .market, "the market, which is AS"),
      .choice("verification", \.verification, "how it verifies"),
    ],
    examples: [
      ChangeExample("iapctl store set-verification AS V2", "the app's console was switched to V2"),
      ChangeExample("iapctl store set-verification AS V1 -o json", "back to V1"),
    ], sample: SetVerification(.appStore, .v2), related: ["purchase", "reprocess"])

  package func make(in session: StoreSession) throws {
    guard market == .appStore else {
      throw IAPError.iapctl(.usage, .change(.noVerification(market)))
    }
    let before = try session.verification(of: market)
    try session.connection.run(
      """
      INSERT INTO market (storeCode, available, verification) VALUES (?, 1, ?)
      ON CONFLICT (storeCode) DO UPDATE SET verification = excluded.verification
      """, [.text(market.text), .text(verification.rawValue)])
    try session.record(
      .verificationSet, before: "\(market) \(before?.rawValue ?? "-")",
      after: "\(market) \(verification.rawValue)")
  }
}
