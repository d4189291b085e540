package import IAPCore

extension IAPService {
  package func restore(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion? = nil
  ) async throws(IAPError) -> CompletionReport {
    try await restore(UserRequest(user, in: markets, sdk: sdk))
  }

  package func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion? = nil
  ) async throws(IAPError) -> CompletionReport {
    try await reprocess(UserRequest(user, in: markets, sdk: sdk))
  }
}
