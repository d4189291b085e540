import IAPCore

/// What all payments of a batch share.
struct BatchConditions: Sendable {
  let rules: BatchRules
  var present: Present
  var stops = StopReasons()
  var pace: Pace
  var budget = RetryBudget()
  var outage: OutageWatch
  var settleTime: SettleTime
  private var random: SplitMix64

  init(_ rules: BatchRules, at present: Present, seed: UInt64) {
    (self.rules, self.present) = (rules, present)
    pace = Pace(rate: rules.rate, at: present.time)
    outage = OutageWatch(concurrency: rules.concurrency)
    settleTime = SettleTime(limit: rules.settleLimit)
    random = SplitMix64(seed: seed)
  }

  var now: Duration { present.time }

  /// From 0 up to, but not including, 1.
  mutating func nextRandom() -> Double { Double.random(in: 0..<1, using: &random) }

  /// Why the run may not begin something that takes some time; then the batch stops.
  mutating func leaseProblem(for duration: Duration? = nil) -> IAPError? {
    let problem = present.problem(for: duration)
    if let problem { stops.halt(problem) }
    return problem
  }
}

/// A generator of random numbers whose numbers follow from its seed.
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

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
