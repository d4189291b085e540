import IAPCore
import Synchronization

/// Notices that a service is down or does not let a batch go on, so that an outage does not turn
/// every payment of the batch into an unknown one.
final class OutageWatch: Sendable {
  /// Fewer unknown payments in a row are no outage.
  static let fewest = 10

  private let limit: Int
  private let pace: RateLimiter
  private let unknownInARow = Mutex(0)

  /// - Parameter concurrency: how many payments are in flight at most.
  init(concurrency: Int, pace: RateLimiter) {
    limit = max(Self.fewest, concurrency)
    self.pace = pace
  }

  /// The reason to stop the batch, after a payment was sent; nil if it can go on.
  func reason(after result: ConsumeResult) -> IAPError? {
    guard result.attempts > 0 else { return busy }
    let count = unknownInARow.withLock { count in
      count = Self.isOpen(result) ? count + 1 : 0
      return count
    }
    guard count >= limit else { return busy }
    return .iapctl(.outage, .outage(unknownInARow: count))
  }

  /// The reason to stop while the server asks for patience and accepts nothing.
  var busy: IAPError? {
    pace.exhaustedPatience.map {
      IAPError(.http(.requestFailed), .askedToWait($0), httpStatus: 429)
    }
  }

  /// Whether this run's own attempts left it unknown. A refusal of a payment that an earlier run
  /// left unknown does not settle it, but it is an answer.
  private static func isOpen(_ result: ConsumeResult) -> Bool {
    guard result.outcome == .unknown else { return false }
    return switch result.error?.serverCode.flatMap(ServerCode.init) {
    case .consumeFailed, .invalidParameters, .contentTypeNotSupported, .methodNotSupported: false
    default: true
    }
  }
}
