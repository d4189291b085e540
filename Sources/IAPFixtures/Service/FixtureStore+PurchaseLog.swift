package import IAPCore
import SQLite

extension FixtureStore {
  /// Completes the user's payments that a file of the old SDK names, and then the other interrupted
  /// purchases, in one transaction. Rows are removed after it is durable.
  ///
  /// - Parameter sdk: see ``PurchaseRequest/sdk``.
  package func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion? = nil,
    from log: sending PurchaseLog
  ) throws(IAPError) -> PurchaseLogReport {
    let logged = try log.purchases(of: user, in: markets)
    let stopSignal = options.stopSignal
    var (report, processed) = try mutate(.reprocess, user: user, product: nil, in: []) { session in
      .success(
        try session.reprocess(user, in: markets, sdk: sdk, logged, path: log.path) {
          if let signal = stopSignal() {
            throw IAPError.iapctl(.interrupted, .stopped(signal: signal))
          }
        })
    }
    guard log.removesProcessed else { return report }
    do {
      try log.remove(processed)
      report.removed = processed.count
    } catch {
      report.report.failures.append(error)
    }
    return report
  }
}
