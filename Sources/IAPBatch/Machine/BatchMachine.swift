package import IAPCore

/// What a batch does next: a value that takes what has happened, and gives what to do. It has no clock,
/// thread or lock, and touches nothing: a driver does what it says, and a simulated world can.
///
/// Its parts decide one thing each: ``Intake`` which payments come in, ``PaymentProcess`` the next step of
/// one payment, ``CommitQueue`` what is written together, ``Pace`` when a request may go out,
/// ``OutageWatch`` and ``StopReasons`` when nothing may any more, ``ResultOrder`` what is reported next.
package struct BatchMachine: Sendable {
  /// The maximum number of results that wait for the result of an earlier payment, and of payments that
  /// wait until they are settled.
  static let mostHeld = 4096

  /// A payment in flight. Its room is free again after its result was reported.
  struct Slot: Sendable {
    var process: PaymentProcess
    /// Whether it may send, or has sent.
    var hasRoom = false
    /// Whether its result is known, and only has to be written and reported.
    var isEnding = false
    /// Whether its first answer left its outcome unknown, and it is to be settled.
    var isSettling = false
    var isOpen = true
  }

  /// Something that waits for a time.
  struct Waiting: Sendable {
    let slot: Int
    let until: Duration?

    func isLate(at now: Duration) -> Bool { until.map { $0 <= now } ?? false }
  }

  let rules: BatchRules
  var batch: BatchConditions
  var intake: Intake
  var journal = CommitQueue()
  var order: ResultOrder
  var ready: ArraySlice<ClaimedPayment> = []
  var slots: [Slot] = []
  private var freeSlots: [Int] = []
  /// Payments that wait for their turn to send, first come first served.
  var turns: [Waiting] = []
  /// Unknown payments that wait until the first answers of the others are known.
  var unsettled: [Int] = []
  /// Payments that wait for their turn and for room, to be settled.
  var settleTurns: ArraySlice<Waiting> = []
  /// Payments whose intent is durable and that wait for room.
  var intended: [Int] = []
  var pauses: [Waiting] = []
  /// The payments between their first step and their report: all, those whose result is only to be
  /// written and reported, those that are settled, and those that may send or have sent.
  var (open, ending, settling, sending) = (0, 0, 0, 0)
  /// The slots of the results that are being reported, one list for each report.
  var reports: ArraySlice<[Int]> = []
  var ended: [Int] = []
  var actions: [BatchAction] = []
  /// Payments that are to be claimed as soon as no transaction is running.
  var toClaim: [Payment] = []
  /// Whether the last transaction was a commit.
  var wasCommit = false
  var wake: Duration?
  var isOver = false

  /// - Parameters:
  ///   - lists: those that were asked for before.
  ///   - expected: the number of payments, if it is known.
  ///   - seed: of the random times between attempts.
  package init(
    _ rules: BatchRules, lists: PurchaseLists, expecting expected: Int?, at present: Present,
    seed: UInt64
  ) {
    self.rules = rules
    batch = BatchConditions(rules, at: present, seed: seed)
    batch.budget.expected = expected ?? 0
    intake = Intake(rules, lists: lists)
    order = ResultOrder(isKept: rules.isOrdered)
  }

  /// Why the journal cannot be written any more. The reported results do not show it.
  package var failure: IAPError? { journal.failure }

  /// Takes what has happened since the last call.
  ///
  /// - Returns: what to do now. What is to be written is gathered from all the events.
  package mutating func handle(_ events: [BatchEvent], at present: Present) -> [BatchAction] {
    batch.present = present
    for event in events { take(event) }
    advance()
    defer { actions = [] }
    return actions
  }

  // MARK: Events

  private mutating func take(_ event: BatchEvent) {
    switch event {
    case .read(let payments):
      let (claim, done) = intake.read(payments, stoppedBy: batch.stops.reason)
      take(done)
      if !claim.isEmpty { self.claim(claim) }
    case .claimed(let answer): claimed(answer)
    case .listed(let place, let list):
      if let failure = list.failure, failure.failsEveryCall { batch.stops.halt(failure) }
      intake.listed(place, list)
    case .found(let answers): take(intake.found(answers))
    case .committed(let error): committed(error)
    case .commandEnded(let slot, let error): step(slot, .commandEnded(error))
    case .probed(let slot, let answer): step(slot, .probed(answer))
    case .answered(let slot, let attempt): step(slot, .answered(attempt))
    case .paused(let pause, let time): batch.pace.pause(pause, at: time)
    case .reported: for slot in reports.popFirst() ?? [] { free(slot) }
    case .halted(let error): batch.stops.halt(error)
    case .stopped(let error): batch.stops.ask(error)
    case .woken: wake = nil
    }
  }

  private mutating func claim(_ payments: [Payment]) {
    guard rules.isJournaled else { return claimed(.success(payments.map { _ in .new })) }
    toClaim = payments
  }

  mutating func claimed(_ answer: Result<[Claim], IAPError>) {
    if rules.isJournaled { journal.endClaim() }
    if case .failure(let error) = answer { batch.stops.halt(error) }
    let (find, done) = intake.claimed(answer, stoppedBy: batch.stops.reason)
    take(done)
    if !find.isEmpty { actions.append(.find(find)) }
  }

  private mutating func committed(_ error: IAPError?) {
    if let error { batch.stops.halt(error) }
    for waiter in journal.end(error) { tell(waiter, error) }
    for waiter in journal.takeFailed() { tell(waiter, journal.failure) }
  }

  private mutating func tell(_ waiter: CommitQueue.Waiter, _ error: IAPError?) {
    switch waiter {
    case .slot(let slot): step(slot, .committed(error))
    case .result(let result):
      order.add(result.outcome == .alreadyConsumed ? result.unrecorded(error) : result)
    }
  }

  mutating func take(_ outcomes: [Intake.Outcome]) {
    for outcome in outcomes {
      switch outcome {
      case .send(let claimed, let kinds):
        if !kinds.isEmpty { write(kinds, of: claimed) }
        ready.append(claimed)
      case .result(let result, let kinds):
        guard !kinds.isEmpty, rules.isJournaled, journal.failure == nil else {
          order.add(result)
          continue
        }
        write(kinds, of: result.claimed, for: .result(result))
      }
    }
  }

  // MARK: One payment

  /// - Returns: whether that changed anything.
  @discardableResult
  mutating func step(_ number: Int, _ input: PaymentProcess.Input) -> Bool {
    guard slots.indices.contains(number), slots[number].isOpen else { return false }
    let next = slots[number].process.take(input, &batch)
    if !slots[number].isEnding, slots[number].process.isEnding {
      slots[number].isEnding = true
      ending += 1
      if slots[number].isSettling {
        slots[number].isSettling = false
        settling -= 1
      }
    }
    switch next {
    case .nothing: return false
    case .commit(let kinds): write(kinds, of: slots[number].process.claimed, for: .slot(number))
    case .deliver(let payment): actions.append(.deliver(slot: number, payment))
    case .undo(let payment): actions.append(.undo(slot: number, payment))
    case .turn(let until): turns.append(Waiting(slot: number, until: until))
    case .turnToSettle(let until):
      settleTurns.append(Waiting(slot: number, until: until))
    case .room: intended.append(number)
    case .probe(let token): actions.append(.probe(slot: number, token))
    case .send(let attempt): actions.append(.send(slot: number, attempt))
    case .wait(let until): pauses.append(Waiting(slot: number, until: until))
    case .settle(let moment): settle(number, at: moment)
    case .end(let result):
      order.add(result)
      ended.append(number)
    }
    return true
  }

  mutating func write(
    _ kinds: [JournalStep.Kind], of claimed: ClaimedPayment, for waiter: CommitQueue.Waiter? = nil
  ) {
    guard rules.isJournaled, journal.failure == nil else {
      if let waiter { tell(waiter, journal.failure) }
      return
    }
    let (number, now) = (claimed.payment.paymentSeq, batch.present.realTime)
    for kind in kinds { journal.add(JournalStep(number, kind, at: now)) }
    if let waiter { journal.add(waiter) }
  }

  mutating func begin(_ claimed: ClaimedPayment) {
    open += 1
    let slot = Slot(process: PaymentProcess(claimed))
    let number = freeSlots.popLast() ?? slots.count
    if number == slots.count { slots.append(slot) } else { slots[number] = slot }
    step(number, .begun)
  }

  /// Keeps an unknown payment until it is consumed again. Others have its room meanwhile.
  private mutating func settle(_ number: Int, at moment: Duration?) {
    if slots[number].hasRoom {
      slots[number].hasRoom = false
      sending -= 1
    }
    if !slots[number].isSettling {
      slots[number].isSettling = true
      settling += 1
    }
    if let moment {
      pauses.append(Waiting(slot: number, until: moment))
    } else {
      unsettled.append(number)
    }
  }

  mutating func free(_ number: Int) {
    open -= 1
    if slots[number].isEnding { ending -= 1 }
    if slots[number].hasRoom { sending -= 1 }
    slots[number].isOpen = false
    freeSlots.append(number)
  }
}
