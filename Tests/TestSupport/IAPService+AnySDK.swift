package import IAPCore

/// Restores and reprocesses, whatever the version of the SDK.
extension IAPService {
  package func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await restore(user, in: markets, sdk: nil)
  }

  package func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await reprocess(user, in: markets, sdk: nil)
  }
}
