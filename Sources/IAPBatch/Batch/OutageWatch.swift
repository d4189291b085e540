import IAPCore
import Synchronization
import System

/// Detects an outage of the service. Without it, an outage would leave the outcome of every payment
/// of the batch unknown.
final class OutageWatch: Sendable {
  /// The least number of unknown outcomes in a row that counts as an outage.
  static let fewest = 10

  private let limit: Int
  private let limiter: RateLimiter
  private let unknownInARow = Mutex(0)

  /// - Parameter concurrency: the maximum number of payments in flight.
  init(concurrency: Int, limiter: RateLimiter) {
    limit = max(Self.fewest, concurrency)
    self.limiter = limiter
  }

  /// The reason to stop the batch after a payment was sent; nil if the batch can go on.
  func reason(after result: ConsumeResult) -> IAPError? {
    guard result.attempts > 0 else { return busy }
    let count = unknownInARow.withLock { count in
      count = Self.isOpen(result) ? count + 1 : 0
      return count
    }
    guard count >= limit else { return busy }
    return .iapctl(.outage, .outage(unknownInARow: count))
  }

  /// The reason to stop because the server asks for more time than a call has, or keeps answering 429 and
  /// accepts nothing.
  var busy: IAPError? {
    limiter.refusal
      ?? limiter.exhaustedPatience.map {
        IAPError(.http(.requestFailed), .askedToWait($0), httpStatus: 429)
      }
  }

  /// Whether the attempts of this run ended with an unknown outcome. If an earlier run left the
  /// outcome unknown, a refusal does not settle it. But a refusal shows that the service responds.
  private static func isOpen(_ result: ConsumeResult) -> Bool {
    guard result.outcome == .unknown else { return false }
    return switch result.error?.serverCode.flatMap(ServerCode.init) {
    case .consumeFailed, .invalidParameters, .contentTypeNotSupported, .methodNotSupported: false
    default: true
    }
  }
}
