package import IAPCore
import SQLite

extension FixtureStore {
  /// Completes the user's payments that a file of the old SDK names, and then the other interrupted
  /// purchases, in one transaction. Rows are removed after it is durable.
  package func reprocess(
    _ request: UserRequest, from log: sending PurchaseLog
  ) throws(IAPError) -> PurchaseLogReport {
    let logged = try log.purchases(of: request.user, in: request.markets)
    let stopSignal = options.stopSignal
    var (report, processed) = try mutate(.reprocess, user: request.user, product: nil, in: []) {
      session in
      .success(
        try session.reprocess(request, logged, path: log.path) {
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
