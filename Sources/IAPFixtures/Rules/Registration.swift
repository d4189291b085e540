package import IAPCore
import SQLite

/// The settings of an app in the NHN Cloud console, without its products and payments.
package struct Registration: Sendable {
  /// The number of the app in the legacy API.
  package let appSeq: Int64
  package let appID: Identifier
  /// The package name of each market that has one, such as `com.example.game`.
  package let packages: [StoreCode: String]
  /// The package name of the market that was declared first. The legacy API knows only one.
  package let firstPackage: String?
}

extension StoreSession {
  package func registration() throws -> Registration {
    let settings = try StoreSession.settings(of: connection)
    let declared = try connection.all(
      "SELECT storeCode, packageName FROM market WHERE packageName IS NOT NULL ORDER BY id"
    ) { (StoreCode($0.text("storeCode") ?? ""), $0.text("packageName") ?? "") }
    return Registration(
      appSeq: settings.appSeq, appID: settings.appID,
      packages: Dictionary(declared) { first, _ in first }, firstPackage: declared.first?.1)
  }
}
