package import IAPCore
import SQLite

/// The settings of an app in the NHN Cloud console, without its products and payments.
package struct Registration: Sendable {
  package let appKey: Secret
  /// The number of the app in the legacy API.
  package let appSeq: Int64
  /// The ID of the app in Gamebase.
  package let appID: Identifier
  /// The package name of each market that has one, such as `com.example.game`.
  package let packages: [StoreCode: String]
  /// The package name of the market that was declared first. The legacy API knows only one.
  package let firstPackage: String?
}

extension FixtureStore {
  /// The key that a call to the server must have.
  package func key(_ credential: Credential) throws(IAPError) -> Secret {
    do {
      let settings = try context().settings
      return switch credential {
      case .appKey: settings.appKey
      case .secretKey: settings.secretKey
      }
    } catch {
      throw file.explain(error)
    }
  }

  /// The settings of the app.
  package func registration() throws(IAPError) -> Registration {
    do {
      let settings = try context().settings
      let declared = try connection.all(
        "SELECT storeCode, packageName FROM market WHERE packageName IS NOT NULL ORDER BY id"
      ) { (StoreCode($0.text("storeCode") ?? ""), $0.text("packageName") ?? "") }
      return Registration(
        appKey: settings.appKey, appSeq: settings.appSeq, appID: settings.appID,
        packages: Dictionary(declared) { first, _ in first }, firstPackage: declared.first?.1)
    } catch {
      throw file.explain(error)
    }
  }

  /// The product number (`productSeq`) of a payment, or nil if there is no such payment.
  package func productSeq(ofPayment payment: Identifier) throws(IAPError) -> Int64? {
    try purchase(numbered: payment)?.productSeq
  }

  /// The user who made a payment, or nil if there is no such payment.
  package func owner(ofPayment payment: Identifier) throws(IAPError) -> Identifier? {
    try purchase(numbered: payment)?.userID
  }

  /// A payment, or nil if there is none with this number.
  package func purchase(numbered payment: Identifier) throws(IAPError) -> Purchase? {
    do {
      return try session().purchase(numbered: payment)?.purchase
    } catch {
      throw file.explain(error)
    }
  }
}
