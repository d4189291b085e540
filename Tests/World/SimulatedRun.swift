import IAPBatch
import IAPCore

/// A process of iapctl that consumes payments.
final class SimulatedRun: CustomStringConvertible {
  /// What becomes of the process at a step.
  enum Fate { case killed, stopped(Moment), interrupted }

  /// The truth about a payment at a time.
  struct Known {
    let time: Moment
    let consumer: Good.Consumer?
    let hasItem: Bool
    let kept: String?
    let hasOpenConsume: Bool
  }

  let index: Int
  let operation: WorldPlan.Operation
  let host: Host
  let boot: Int
  let journalAge: Int
  var machine: BatchMachine?
  var number: Int64 = 0
  var claimed: [Identifier: LedgerPayment] = [:]
  /// All payments that it has claimed at any time.
  var everClaimed: Set<Identifier> = []
  /// The truth about payments when the run released them, by their places.
  var released: [Int: Known] = [:]
  var inbox: [BatchEvent] = []
  var actions: ArraySlice<BatchAction> = []
  var isTurnPlanned = false
  /// What it waits for.
  var waits = 0
  var wake: Moment?
  var stoppedUntil: Moment = 0
  var isAlive = true
  var isEnded = false
  /// Whether its batch is over, and only the run in the journal is to be ended.
  var isFinished = false
  var leaseEnd: Moment = 0
  var lost: IAPError?
  var input: ArraySlice<Payment> = []
  var fates: [Int: Fate] = [:]
  var steps = 0
  var turns = 0
  var dice, requestDice: Dice
  var results: [ConsumeResult] = []
  /// Whether the last answer of a slot lets its call go on.
  var mayGoOn: [Int: Bool] = [:]
  /// The outcomes that it has told.
  var told = 0
  private var requests = 0

  init(_ index: Int, _ operation: WorldPlan.Operation, on host: Host, journalAge: Int, seed: UInt64)
  {
    (self.index, self.operation, self.host, boot) = (index, operation, host, host.boot)
    self.journalAge = journalAge
    dice = Dice(seed, 1_000 + UInt64(index))
    requestDice = Dice(seed, 2_000 + UInt64(index))
  }

  var isOver: Bool { isEnded || !isAlive }
  var hasCommands: Bool { operation.rules.commands != nil }
  var description: String { "run \(index)" }

  func nextRequest() -> Int {
    requests += 1
    return index << 20 | requests
  }
}
