import IAPCore

/// Detects an outage of the service. Without it, an outage would leave the outcome of every payment
/// of the batch unknown.
struct OutageWatch: Hashable, Sendable {
  /// The least number of unknown outcomes in a row that counts as an outage.
  static let fewest = 10

  private let limit: Int
  private var unknownInARow = 0

  /// - Parameter concurrency: the maximum number of payments in flight.
  init(concurrency: Int) { limit = max(Self.fewest, concurrency) }

  /// The reason to stop the batch after a payment was sent; nil if the batch can go on.
  mutating func reason(after result: ConsumeResult) -> IAPError? {
    guard result.attempts > 0 else { return nil }
    unknownInARow = Self.isOpen(result) ? unknownInARow + 1 : 0
    return unknownInARow < limit ? nil : .iapctl(.outage, .outage(unknownInARow: unknownInARow))
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
