import IAPBatch
import IAPCore
import IAPWire

/// What a seed makes of a world: its size, its runs, and how often what goes wrong.
struct WorldPlan {
  struct Operation {
    var time: Moment
    var host, person: Int
    var rules: BatchRules
    /// The payments, by their numbers in the world.
    var payments: [Int]
    /// Whether the payments have their tokens; otherwise the lists are asked.
    var haveTokens: Bool
    /// A last run, by a person who has made sure that no command runs.
    var isLast = false
  }

  let payments: Int
  let hosts: Int
  let isTeam: Bool
  let api: WireDialect
  let runs: [Operation]
  /// The time until which there are faults.
  let end: Moment
  let commandLimit: Moment
  private let weights: [Double]
  private let seed: UInt64

  init(_ scenario: Scenario) {
    var dice = Dice(scenario.seed, 0)
    seed = scenario.seed
    let wildness = [0.0, 0.3, 1, 1, 2, 4][dice.below(6)]
    weights = Fault.allCases.map { _ in
      dice.chance(0.45) ? wildness * [0.5, 1, 2][dice.below(3)] : 0
    }
    let size = dice.below(100)
    let count =
      size < 35
      ? 1 : size < 65 ? 2 + dice.below(2) : size < 92 ? 4 + dice.below(5) : 9 + dice.below(22)
    payments = min(count, scenario.payments ?? count)
    isTeam = dice.chance(0.45)
    hosts = isTeam ? 1 + dice.below(2) : 1
    api = dice.chance(0.6) ? .gamebase : .service
    commandLimit = .seconds([5, 20, 60][dice.below(3)])
    let planned = 1 + dice.below(4)
    var (time, runs): (Moment, [Operation]) = (0, [])
    let isDelivered = dice.chance(0.7)
    for number in 0..<planned {
      var own = Dice(scenario.seed, 100 + UInt64(number))
      let rules = Self.rules(isDelivered, commandLimit, api, &own)
      var wanted = Array(0..<count).filter { _ in own.chance(0.9) }
      if wanted.isEmpty { wanted = [0] }
      if own.chance(0.3) { wanted.shuffle(using: &own) }
      wanted = wanted.filter { [payments] in $0 < payments }
      runs.append(
        Operation(
          time: time, host: own.below(hosts), person: own.below(4), rules: rules, payments: wanted,
          haveTokens: own.chance(0.7)))
      let gaps: [Moment] = [0, 20_000, 1_000_000, 30_000_000, 200_000_000, 900_000_000]
      time += gaps[own.below(gaps.count)] + Moment(own.below(500_000))
    }
    self.runs = Array(runs.prefix(scenario.runs ?? planned))
    end = (self.runs.last?.time ?? 0) + .seconds(120)
  }

  private static func rules(
    _ isDelivered: Bool, _ commandLimit: Moment, _ api: WireDialect, _ dice: inout Dice
  ) -> BatchRules {
    var rules = BatchRules()
    rules.concurrency = [1, 2, 3, 8][dice.below(4)]
    rules.rate = dice.chance(0.1) ? 5 : nil
    rules.policy = RetryPolicy(retries: dice.below(3), limit: .seconds([3, 10, 30][dice.below(3)]))
    rules.resumes = dice.chance(0.6)
    rules.isOrdered = dice.chance(0.4)
    if isDelivered, dice.chance(0.92) {
      rules.commands = BatchRules.Commands(
        limit: (commandLimit + .seconds(3)).duration, canUndo: dice.chance(0.85))
    }
    rules.settleLimit = dice.chance(0.5) ? .seconds([5, 30, 700][dice.below(3)]) : nil
    rules.readsTokens = api == .gamebase
    return rules
  }

  /// A run of a person who resumes when nothing goes wrong any more.
  func lastRun(number: Int, runs: Int) -> Operation {
    var rules = BatchRules()
    rules.policy = RetryPolicy(retries: 2, limit: .seconds(30))
    (rules.resumes, rules.takesOver) = (true, true)
    rules.commands = BatchRules.Commands(
      limit: (commandLimit + .seconds(3)).duration, canUndo: true)
    rules.readsTokens = api == .gamebase
    return Operation(
      time: 0, host: number % hosts, person: 9, rules: rules, payments: Array(0..<payments),
      haveTokens: true, isLast: true)
  }

  func weight(of fault: Fault) -> Double { weights[fault.rawValue] }
}
