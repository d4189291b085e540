import IAPCore
import Languages
import Text

extension English {
  func text(_ message: PurchaseMessage) -> Sentence {
    switch message {
    case .reserved(let payment, let command):
      "payment \(payment) was reserved and not charged; close it with: \(command)"
    case .pending(let payment, let approve, let decline):
      """
      payment \(payment) waits for approval, and nothing was charged; end it with: \(approve); or: \
      \(decline)
      """
    case .interrupted(let payment, let command):
      """
      payment \(payment) was charged, but the purchase was interrupted; complete it with: \(command)
      """
    case .deferred(let product, let command):
      "\(product) was not bought; it is deferred; list it with: \(command)"
    case .mayHaveHappened(let unconsumed, let subscriptions, let reprocess):
      """
      the purchase may have happened; before you buy again, check: \(unconsumed); \
      \(subscriptions); complete an interrupted purchase with: \(reprocess)
      """
    case .closed(let payment): "payment \(payment) was never charged; it is closed now"
    case .nothingToReprocess: "nothing to reprocess"
    case .nothingToRestore: "nothing to restore"
    case .noRows(let path): "\(path) has no rows of this user in these markets"
    case .completeBefore(let rows, let path):
      "\(rows, "row", "rows") of \(path) were complete before"
    case .removed(let rows, let path): "removed \(rows, "row", "rows") from \(path)"
    case .failed(let payment, let command):
      """
      payment \(payment) is FAILURE now: grant nothing, its money is to be refunded. If the charge \
      was valid: \(command)
      """
    case .mayHaveBeenCompleted(let again, let unconsumed):
      """
      it may have been completed; complete the rest with: \(again); then list what can be consumed \
      with: \(unconsumed)
      """
    case .mayHaveBeenRestored(let again):
      "it may have been restored; it is safe to run it again: \(again)"
    }
  }
}
