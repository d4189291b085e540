import IAPBatch
import IAPCore

// The processes of a world: what the real driver of the machine does.
extension World {
  static let beginning: Int64 = 1_767_225_600_000

  func realTime(_ host: Host) -> Instant {
    Instant(Self.beginning + (now + host.clockOffset) / 1000)
  }

  @discardableResult
  func begin(_ operation: WorldPlan.Operation) -> SimulatedRun {
    let host = hosts[operation.host % hosts.count]
    var operation = operation
    var dice = Dice(scenario.seed, 3_000 + UInt64(runs.count))
    // A person has made sure that nothing runs any more.
    if happens(.takeOver, 0.3, &dice), runs.allSatisfy(\.isOver),
      commands.allSatisfy({ !$0.isAtWork })
    {
      operation.rules.takesOver = true
    }
    let run = SimulatedRun(
      runs.count, operation, on: host, journalAge: journal.age, seed: scenario.seed)
    runs.append(run)
    run.input =
      operation.payments.map { goods[$0].payment(withToken: operation.haveTokens) }[...]
    planFates(run)
    let rules = operation.rules
    note {
      "\(run) begins on machine \(host.number): \(operation.payments.count) payments, "
        + "\(run.hasCommands ? "delivers" : "does not deliver")\(rules.resumes ? ", resumes" : "")"
    }
    enter(run)
    return run
  }

  private func planFates(_ run: SimulatedRun) {
    let most = 10 + run.operation.payments.count * 16
    if happens(.kill, 0.3, &run.dice) { run.fates[run.dice.below(most)] = .killed }
    for _ in 0..<2 where happens(.stop, 0.2, &run.dice) {
      let times = [10, 2_000, 40_000, 300_000, 1_000_000]
      run.fates[run.dice.below(most)] = .stopped(run.dice.between(1, times[run.dice.below(5)]))
    }
    if happens(.interrupt, 0.1, &run.dice) { run.fates[run.dice.below(most)] = .interrupted }
  }

  /// The run is in the journal: it begins to work.
  func start(_ run: SimulatedRun) {
    run.machine = BatchMachine(
      run.operation.rules, lists: PurchaseLists(for: service.traits),
      expecting: run.dice.chance(0.5) ? run.input.count : nil, at: present(run),
      seed: scenario.seed &+ UInt64(run.index))
    planTurn(run)
  }

  func present(_ run: SimulatedRun) -> Present {
    Present(now.duration, realTime(run.host), lease: lease(run))
  }

  // MARK: Turns

  /// Something has happened that a run waited for.
  func post(_ run: SimulatedRun, _ event: BatchEvent) {
    run.waits -= 1
    tell(run, event)
  }

  func tell(_ run: SimulatedRun, _ event: BatchEvent) {
    guard !run.isOver else { return }
    run.inbox.append(event)
    guard meet(run) else { return }
    planTurn(run)
  }

  private func planTurn(_ run: SimulatedRun) {
    guard !run.isTurnPlanned, run.machine != nil else { return }
    run.isTurnPlanned = true
    after(Moment(run.dice.below(500))) { self.takeTurn(run) }
  }

  /// Whether the process can work now; otherwise it is asked again when it can.
  private func canWork(_ run: SimulatedRun) -> Bool {
    let moment = max(run.stoppedUntil, run.host.asleepUntil)
    guard moment > now else { return true }
    at(moment) { self.takeTurn(run) }
    return false
  }

  private func takeTurn(_ run: SimulatedRun) {
    guard !run.isOver, canWork(run) else { return }
    if run.actions.isEmpty {
      let events = run.inbox
      run.inbox = []
      run.turns += 1
      run.actions = (run.machine?.handle(events, at: present(run)) ?? [])[...]
      if run.turns > 50_000 { return fail("\(run) works without an end") }
    }
    while let action = run.actions.popFirst() {
      perform(action, run)
      guard failure == nil, meet(run) else { return }
      guard canWork(run) else { return }
    }
    run.isTurnPlanned = false
    if !run.inbox.isEmpty { planTurn(run) }
    if !run.isOver, !run.isFinished, run.waits == 0, run.wake == nil, run.inbox.isEmpty {
      fail("\(run) waits for nothing, and has not ended")
    }
  }

  /// Counts a step of a process, and lets happen what happens to it there.
  ///
  /// - Returns: whether the process lives.
  private func meet(_ run: SimulatedRun) -> Bool {
    guard !run.isOver else { return false }
    run.steps += 1
    guard !run.fates.isEmpty, let fate = run.fates.removeValue(forKey: run.steps) else {
      return true
    }
    switch fate {
    case .killed:
      kill(run)
      return false
    case .stopped(let time): stop(run, for: time)
    case .interrupted:
      note { "\(run) is interrupted" }
      after(0) { self.tell(run, .stopped(.iapctl(.interrupted, .stopped(signal: 2)))) }
    }
    return true
  }

  private func stop(_ run: SimulatedRun, for time: Moment) {
    var time = time
    // Some go on when their lease is nearly over, and another machine waits for it.
    if run.leaseEnd > now, hosts.count > 1, run.dice.chance(0.4),
      admits(.cutDatabase)
    {
      let margin = Moment(run.operation.rules.policy.limit)
      time = max(0, run.leaseEnd - now - 1 - run.dice.between(0, Int(margin / 1000)))
      journal.cutUntil[run.host.number] = run.leaseEnd + .seconds(60)
      var other = run.operation
      (other.host, other.person) = (run.host.number + 1, run.operation.person + 1)
      other.rules.takesOver = false
      at(run.leaseEnd + run.dice.between(0, 500)) { self.begin(other) }
      note { "machine \(run.host.number) does not reach the database any more" }
    }
    note { "\(run) is stopped for \(time / 1000) ms" }
    run.stoppedUntil = max(run.stoppedUntil, now + time)
  }

  func kill(_ run: SimulatedRun) {
    guard !run.isOver else { return }
    note { "\(run) is killed" }
    run.isAlive = false
    (run.actions, run.inbox) = ([], [])
  }

  // MARK: Actions

  private func perform(_ action: BatchAction, _ run: SimulatedRun) {
    switch action {
    case .read(let most):
      run.waits += 1
      let payments = Array(run.input.prefix(most))
      run.input = run.input.dropFirst(most)
      after(run.dice.between(0, 1)) { self.post(run, .read(payments)) }
    case .claim(let payments, let rules): claim(run, payments, rules)
    case .commit(let steps): commit(run, steps)
    case .list(let place):
      run.waits += 1
      list(run, place)
    case .find: fail("a service without lookups is asked for payments")
    case .deliver(let slot, let payment): command(run, slot, payment, isUndo: false)
    case .undo(let slot, let payment): command(run, slot, payment, isUndo: true)
    case .probe(let slot, let token):
      run.waits += 1
      probe(run, slot, token)
    case .send(let slot, let attempt):
      run.waits += 1
      send(run, slot, attempt)
    case .report(let results):
      for result in results { tell(result, run) }
      run.waits += 1
      if happens(.closedOutput, 0.01, &run.dice) {
        note { "nobody reads the results of \(run) any more" }
        tell(run, .halted(.iapctl(.outputNotWritten, .resultsUnread)))
      }
      after(run.dice.between(0, 2)) { self.post(run, .reported) }
    case .wake(let time): wake(run, at: Moment(time) + 1)
    case .end: end(run)
    }
  }

  private func wake(_ run: SimulatedRun, at time: Moment) {
    run.wake = time
    at(time) {
      guard run.wake == time else { return }
      run.wake = nil
      self.tell(run, .woken)
    }
  }

  private func end(_ run: SimulatedRun) {
    note { "\(run) ends" }
    run.isFinished = true
    leave(run)
    judgeEnd(run)
  }
}
