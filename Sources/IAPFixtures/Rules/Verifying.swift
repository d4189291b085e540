import IAPCore
import SQLite

extension StoreSession {
  /// How a market verifies purchases; nil if that was not set. Only the App Store has it.
  func verification(of market: StoreCode) throws -> Verification? {
    guard market == .appStore else { return nil }
    let name = try connection.first(
      "SELECT verification FROM market WHERE storeCode = ?", [.text(market.text)],
      make: { $0.text(0) })
    return (name ?? nil).flatMap(Verification.init)
  }

  /// The version of the SDK, and how the market verifies, if the version does not know that way.
  func unknownVerification(
    to sdk: SDKVersion?, in market: StoreCode
  ) throws -> (sdk: SDKVersion, way: Verification)? {
    guard let sdk, let way = try verification(of: market), !sdk.canVerify(way) else { return nil }
    return (sdk, way)
  }
}
