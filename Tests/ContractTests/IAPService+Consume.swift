import IAPCore
import IAPRemote
import TestSupport

extension IAPService {
  /// Consumes payments as a batch does, one after the other.
  func consume(_ payments: [Payment]) async -> [CallResult<ConsumeReceipt>] {
    let remote = self as? RemoteService
    var batch = StepwiseBatch(
      self, remote?.policy ?? RetryPolicy(retries: 0, limit: .seconds(600)),
      clock: remote?.environment.clock
        ?? Clock(
          realTime: { Instant(1_767_225_600_000) }, monotonicTime: { .zero }, sleep: { _ in }))
    return await batch.consume(payments)
  }
}
