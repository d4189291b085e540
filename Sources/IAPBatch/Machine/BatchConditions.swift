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
