package import IAPCore
import SQLite

/// What the console of an app has on it, beside its products and payments.
package struct Registration: Sendable {
  package let appKey: Secret
  /// The app's number in the legacy API.
  package let appSeq: Int64
  /// The package in each market that was declared with one.
  package let packages: [StoreCode: String]
  /// The package of the market that was declared first; the legacy API knows one only.
  package let firstPackage: String?
}

extension FixtureStore {
  /// What a server has to know before it carries out a call.
  package func registration() throws(IAPError) -> Registration {
    do {
      let settings = try StoreSession.settings(of: connection)
      let declared = try connection.all(
        "SELECT storeCode, packageName FROM market WHERE packageName IS NOT NULL ORDER BY id"
      ) { (StoreCode($0.text("storeCode") ?? ""), $0.text("packageName") ?? "") }
      return Registration(
        appKey: settings.appKey, appSeq: settings.appSeq,
        packages: Dictionary(declared) { first, _ in first }, firstPackage: declared.first?.1)
    } catch {
      throw file.explain(error)
    }
  }

  /// The console's number for what was paid for, or nil where there is no such payment.
  package func productSeq(ofPayment payment: Identifier) throws(IAPError) -> Int64? {
    do {
      return try session().purchase(numbered: payment)?.purchase.productSeq
    } catch {
      throw file.explain(error)
    }
  }
}
