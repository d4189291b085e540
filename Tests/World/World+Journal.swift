import IAPBatch
import IAPCore

/// The journal of a world, and what happens to its disk.
struct SimulatedJournal {
  var ledger = MemoryLedger()
  var isTeam = false
  /// How often it was restored or replaced.
  var age = 0
  /// The runs that are in it, by their numbers.
  var members: [Int64: SimulatedRun] = [:]
  /// What a backup has.
  var backup: (ledger: MemoryLedger, members: [Int64: SimulatedRun])?
  /// The times until which the disk is full and the machines do not reach the database.
  var fullUntil: Moment = 0
  var cutUntil: [Moment] = [0, 0]
}

// How the runs of a world use their journal.
extension World {
  private static let server = ServerName(origin: SimulatedService.origin)

  private func facts(person: Int, host: Int) -> RunFacts {
    RunFacts(
      server: Self.server, appKeyFingerprint: "0011223344556677", user: "person\(person)",
      host: "machine\(host)", profile: nil, ticket: "T-1")
  }

  /// How long a lease lasts.
  func leaseTime(_ run: SimulatedRun) -> Moment {
    let (rules, rest) = (run.operation.rules, Moment.seconds(10))
    let request = Moment(rules.policy.limit)
    return request + max(request, rules.commands.map { Moment($0.limit) } ?? 0) + rest
  }

  func lease(_ run: SimulatedRun) -> Lease? {
    guard journal.isTeam else { return nil }
    return Lease(
      rest: (run.leaseEnd - now).duration, margin: run.operation.rules.policy.limit,
      problem: run.lost ?? Self.errors.runOver, realTime: Instant(Self.beginning + now / 1000))
  }

  private static let errors = JournalErrors(of: "the journal")

  /// What the machine of a run sees of another one.
  private func presence(from host: Host?) -> (MemoryLedger.Run) -> MemoryLedger.Presence {
    { [journal] row in
      guard let run = journal.members[row.number] else { return .ended }
      if journal.isTeam, run.host !== host || run.boot != run.host.boot { return .elsewhere }
      return run.isAlive && !run.isEnded || self.hasCommands(run) ? .atWork : .ended
    }
  }

  // MARK: Transactions

  /// A transaction of a run.
  ///
  /// - Parameter body: what it does to the journal, and what it answers.
  private func transact<Answer>(
    _ run: SimulatedRun, _ body: @escaping () throws(IAPError) -> Answer,
    then done: @escaping (Result<Answer, IAPError>) -> Void
  ) {
    let (there, back) = (run.dice.between(0, 8), run.dice.between(0, 5))
    let isLost = run.dice.chance(0.5)
    let sent = now
    // The transaction of a process that has died is not finished, unless a database has it already.
    after(there) {
      if self.journal.isTeam {
        guard run.isAlive || !isLost else { return }
        self.reachDatabase(run, sent, back, body, done)
      } else {
        self.writeFile(run, back, body, done)
      }
    }
  }

  private func writeFile<Answer>(
    _ run: SimulatedRun, _ back: Moment, _ body: @escaping () throws(IAPError) -> Answer,
    _ done: @escaping (Result<Answer, IAPError>) -> Void
  ) {
    guard run.isAlive else { return }
    let moment = max(run.stoppedUntil, run.host.asleepUntil)
    guard moment <= now else {
      return at(moment) { self.writeFile(run, back, body, done) }
    }
    var result: Result<Answer, IAPError>
    let full = IAPError.iapctl(.journalNotWritten, .file("the journal", .replaced))
    if run.journalAge != journal.age || journal.fullUntil > now
      || happens(.fullDisk, 0.015, &run.dice)
    {
      note { "\(run) cannot write its journal" }
      result = .failure(full)
    } else {
      result = attempt(body)
      if case .success = result, happens(.unacknowledged, 0.015, &run.dice) {
        note { "\(run) has written its journal, and does not know it" }
        result = .failure(full)
      }
    }
    after(back) { if run.isAlive { done(result) } }
  }

  private func reachDatabase<Answer>(
    _ run: SimulatedRun, _ sent: Moment, _ back: Moment,
    _ body: @escaping () throws(IAPError) -> Answer,
    _ done: @escaping (Result<Answer, IAPError>) -> Void
  ) {
    let cut = journal.cutUntil[run.host.number]
    guard cut <= now else {
      guard cut < run.leaseEnd || run.number == 0 else {
        return at(max(now, run.leaseEnd)) { done(.failure(Self.errors.cutOff(why: "cut"))) }
      }
      return at(cut) { self.reachDatabase(run, self.now, back, body, done) }
    }
    guard run.number == 0 || run.journalAge == journal.age else {
      lose(run, Self.errors.replaced)
      return after(back) { done(.failure(Self.errors.replaced)) }
    }
    guard run.number == 0 || journal.ledger.isHeld(run.number, at: now.duration) else {
      lose(run, Self.errors.runOver)
      return after(back) { done(.failure(Self.errors.runOver)) }
    }
    let result = attempt(body)
    if run.number > 0 { extend(run, sent) }
    guard happens(.unacknowledged, 0.02, &run.dice) else {
      return after(back) { done(result) }
    }
    // The client asks on another connection until its lease ends.
    if run.dice.chance(0.7) { return after(back + .seconds(1)) { done(result) } }
    note { "\(run) has written its journal, and does not know it" }
    at(max(now + back, run.leaseEnd)) { done(.failure(Self.errors.cutOff(why: "cut"))) }
  }

  private func attempt<Answer>(
    _ body: () throws(IAPError) -> Answer
  ) -> Result<Answer, IAPError> {
    do throws(IAPError) {
      return .success(try body())
    } catch {
      if error.code == .iapctl(.bug) { fail("the ledger refuses a step: \(error.reason)") }
      return .failure(error)
    }
  }

  private func extend(_ run: SimulatedRun, _ sent: Moment) {
    let time = leaseTime(run)
    journal.ledger.extend(run.number, until: (now + time).duration)
    run.leaseEnd = max(run.leaseEnd, sent + time)
  }

  private func lose(_ run: SimulatedRun, _ error: IAPError) {
    run.lost = error
    run.leaseEnd = 0
  }

  // MARK: Runs

  func enter(_ run: SimulatedRun) {
    let facts = facts(person: run.operation.person, host: run.host.number)
    let sent = now
    transact(run) {
      let lease = self.journal.isTeam ? (self.now + self.leaseTime(run)).duration : nil
      let number = self.journal.ledger.begin(
        facts, process: Int32(run.index + 100), at: self.realTime(run.host), leasedUntil: lease)
      self.journal.members[number] = run
      return number
    } then: { result in
      guard case .success(let number) = result else {
        self.note { "\(run) cannot begin" }
        run.isEnded = true
        return
      }
      guard !run.isOver else { return }
      run.number = number
      if self.journal.isTeam { run.leaseEnd = sent + self.leaseTime(run) }
      self.start(run)
      self.keepAlive(run)
    }
  }

  /// Extends the lease again and again.
  private func keepAlive(_ run: SimulatedRun) {
    guard journal.isTeam else { return }
    after(leaseTime(run) / 4) {
      guard !run.isOver else { return }
      let sleeps = max(run.stoppedUntil, run.host.asleepUntil)
      guard sleeps <= self.now else {
        return self.at(sleeps) { self.keepAlive(run) }
      }
      if run.leaseEnd > self.now, self.journal.cutUntil[run.host.number] <= self.now {
        if run.journalAge != self.journal.age {
          self.lose(run, Self.errors.replaced)
        } else if self.journal.ledger.isHeld(run.number, at: self.now.duration) {
          self.extend(run, self.now)
        } else {
          self.lose(run, Self.errors.runOver)
        }
      }
      self.keepAlive(run)
    }
  }

  func claim(_ run: SimulatedRun, _ payments: [Payment], _ rules: ClaimRules) {
    run.waits += 1
    transact(run) {
      let answer = self.journal.ledger.claim(
        payments, for: run.number, run.claimed, rules, time: self.now.duration,
        now: self.realTime(run.host), self.presence(from: run.host))
      self.judgeClaims(run, answer.taken)
      for payment in payments where answer.taken[payment.number] == nil {
        if let good = self.good(payment.number) { run.released[good] = self.known(good) }
      }
      return answer
    } then: { result in
      if case .success(let answer) = result {
        run.claimed.merge(answer.taken) { $1 }
        run.everClaimed.formUnion(answer.taken.keys)
      }
      self.note { "\(run) has claimed: \(result.map { $0.claims.map(\.words) })" }
      self.post(run, .claimed(result.map(\.claims)))
    }
  }

  func commit(_ run: SimulatedRun, _ steps: [JournalStep]) {
    run.waits += 1
    transact(run) { () throws(IAPError) -> LedgerChanges in
      var last = Int64(self.journal.ledger.attempts.count)
      let changes = try LedgerChanges(
        steps, of: run.claimed, message: { $0.name },
        number: {
          last += 1
          return last
        })
      self.journal.ledger.write(changes, of: run.number)
      for step in steps where step.kind == .released {
        if let good = self.good(step.paymentSeq) { run.released[good] = self.known(good) }
      }
      self.note { "the journal has of \(run): \(steps.map(\.words).joined(separator: ", "))" }
      return changes
    } then: { result in
      switch result {
      case .success(let changes):
        run.claimed.apply(changes)
        self.post(run, .committed(nil))
      case .failure(let error): self.post(run, .committed(error))
      }
    }
  }

  /// The process ends in peace.
  func leave(_ run: SimulatedRun) {
    guard run.isAlive else { return }
    transact(run) {
      self.journal.ledger.end(run.number, at: self.realTime(run.host))
    } then: { _ in
      run.isEnded = true
    }
    // Without an answer, the process ends all the same.
    after(.seconds(6)) { run.isEnded = true }
  }

  /// A person's entry.
  func settle(_ good: Int, as outcome: SettledOutcome, by person: Int, on host: Host) {
    let result = attempt { () throws(IAPError) in
      try self.journal.ledger.annotate(
        self.goods[good].number, at: Self.server, .settled(outcome),
        by: self.facts(person: person, host: host.number), time: self.now.duration,
        now: self.realTime(host), journal: "the journal", self.presence(from: host))
    }
    guard case .success(.some) = result else { return }
    note { "a person settles \(goods[good].number) as \(outcome.rawValue)" }
    let isRight = (outcome == .consumed) == goods[good].isConsumed
    if !isRight, outcome == .notConsumed, goods[good].excuse == nil {
      goods[good].mistakeAge = journal.age
    }
    if !isRight { excuse(good, "a person settled it wrongly") }
    if goods[good].requestsAtWork > 0 { excuse(good, "a person settled it while it was at work") }
    if outcome == .consumed { excuse(good, "a person settled it") }
  }
}

extension Claim {
  var words: String {
    switch self {
    case .granted(let grant):
      "granted\(grant.priorUnknown ? ", unknown" : "")\(grant.earlierDelivery.map { ", item \($0.rawValue)" } ?? "")"
    case .consumed(let outcome, _): outcome.rawValue
    case .unknown: "left unknown"
    case .held: "held by another run"
    case .commandOpen: "a command is open"
    }
  }
}

extension JournalStep {
  var words: String {
    let what =
      switch kind {
      case .described: "described"
      case .deliveryBegins: "delivery begins"
      case .deliveryEnds(let error): error == nil ? "delivered" : "delivery failed"
      case .consumeBegins: "consume begins"
      case .consumeWithdrawn: "consume withdrawn"
      case .consumeEnds(let result): "consume ends \(result.outcome.rawValue)"
      case .undoBegins: "undo begins"
      case .undoEnds(let error): error == nil ? "undone" : "undo failed"
      case .released: "released"
      }
    return "\(paymentSeq) \(what)"
  }
}
