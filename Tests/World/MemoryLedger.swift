package import IAPBatch
package import IAPCore

/// A journal's tables as values. What may happen to a payment is decided by the ledger of IAPBatch; the
/// tables only keep it.
package struct MemoryLedger: Sendable {
  package struct Run: Sendable {
    package let number: Int64
    package let facts: RunFacts
    package let process: Int32
    package let began: Instant
    package var ended: Instant?
    /// Its end by the clock of the database; nil in a file.
    package var lease: Duration?
  }

  package struct Entry: Sendable {
    package let id: Int64
    package var payment: Payment
    package let server: ServerName
    package var outcome: String?
    package var claimedBy: Int64?
    package var open: Int64?
    package var latest: Int64?
    /// The numbers of its attempts, the first one first.
    package var attempts: [Int64] = []
  }

  package struct Attempt: Sendable {
    package let id, payment, run: Int64
    package let action: JournalEntry.Action
    package let began: Instant
    package var ended: Instant?
    package var outcome: String?
    package var sends = 0
    package var priorUnknown = false
    package var error: IAPError?
    package var message: String?
    package var ticket: String?
    package var note: String?
    package var facts: String?
  }

  /// What the machine that asks sees of a run.
  package enum Presence: Sendable { case elsewhere, ended, atWork }

  package private(set) var runs: [Run] = []
  package private(set) var payments: [Entry] = []
  /// Nil for an attempt that was withdrawn.
  package private(set) var attempts: [Attempt?] = []
  private var places: [Identifier: [Int]] = [:]
  private var issuers: Set<Issuer> = []

  package init() {}

  // MARK: Runs

  package mutating func begin(
    _ facts: RunFacts, process: Int32, at now: Instant, isEnded: Bool = false,
    leasedUntil lease: Duration? = nil
  ) -> Int64 {
    let number = Int64(runs.count + 1)
    issuers.insert(facts.issuer)
    runs.append(
      Run(
        number: number, facts: facts, process: process, began: now, ended: isEnded ? now : nil,
        lease: lease))
    return number
  }

  package func run(_ number: Int64) -> Run { runs[Int(number - 1)] }

  package mutating func extend(_ run: Int64, until end: Duration) {
    runs[Int(run - 1)].lease = end
  }

  /// Whether a run may write, by the clock of the database.
  package func isHeld(_ run: Int64, at time: Duration) -> Bool {
    guard runs.indices.contains(Int(run - 1)), runs[Int(run - 1)].ended == nil else { return false }
    return runs[Int(run - 1)].lease.map { $0 > time } ?? true
  }

  /// Releases the claims of a run in a file, and ends it.
  package mutating func end(_ run: Int64, at now: Instant) {
    if runs[Int(run - 1)].lease == nil {
      for index in payments.indices
      where payments[index].claimedBy == run && payments[index].open == nil {
        payments[index].claimedBy = nil
      }
    }
    runs[Int(run - 1)].ended = now
  }

  // MARK: Claims

  /// The rows of a payment, as a run would find them that asks now. Runs whose leases are over, or that
  /// have died, are ended.
  package mutating func rows(
    _ number: Identifier, at issuer: Issuer?, besides own: Int64?, time: Duration, now: Instant,
    _ presence: (Run) -> Presence
  ) -> [LedgerRow] {
    var found = places[number] ?? []
    if let names = issuer.map(names(of:)) {
      found = found.filter { names.contains(payments[$0].server) }
    }
    if found.count > 1 {
      found.sort { left, right in
        let (left, right) = (payments[left].server, payments[right].server)
        let isOwn = (left == issuer?.server, right == issuer?.server)
        return isOwn.0 == isOwn.1 ? left.text < right.text : isOwn.0
      }
    }
    return found.map { row(payments[$0], besides: own, time: time, now: now, presence) }
  }

  private mutating func row(
    _ entry: Entry, besides own: Int64?, time: Duration, now: Instant, _ presence: (Run) -> Presence
  ) -> LedgerRow {
    let holder = entry.claimedBy.map { run($0) }
    guard let holder else { return LedgerRow(cells(of: entry, nil, isHeld: false)) }
    if let lease = holder.lease { return teamRow(entry, holder, lease, time, now, presence) }
    var row = LedgerRow(cells(of: entry, holder, isHeld: holder.ended == nil))
    defer { row.state.openCommand = nil }
    guard let person = row.state.holder ?? row.state.openCommand else { return row }
    let isKnown = row.state.outcome != nil && row.state.outcome != .unknown
    let isAtWork = holder.number != own && !isKnown && presence(holder) == .atWork
    row.state.holder = isAtWork ? person : nil
    row.state.openCommand = nil
    return row
  }

  private mutating func teamRow(
    _ entry: Entry, _ holder: Run, _ lease: Duration, _ time: Duration, _ now: Instant,
    _ presence: (Run) -> Presence
  ) -> LedgerRow {
    var ended = holder.ended
    if ended == nil, lease <= time || presence(holder) == .ended { ended = now }
    runs[Int(holder.number - 1)].ended = ended
    var row = LedgerRow(cells(of: entry, holder, isHeld: ended == nil))
    guard let person = row.state.holder ?? row.state.openCommand else { return row }
    switch presence(holder) {
    case .elsewhere: break
    case .ended: (row.state.holder, row.state.openCommand) = (nil, nil)
    case .atWork: (row.state.holder, row.state.openCommand) = (person, nil)
    }
    return row
  }

  /// All names of a service.
  package func names(of issuer: Issuer) -> Set<ServerName> { issuer.names(in: issuers) }

  /// Claims payments for a run.
  ///
  /// - Returns: the claims, the new states, and the other names of the server.
  package mutating func claim(
    _ wanted: [Payment], for run: Int64, _ claimed: [Identifier: LedgerPayment],
    _ rules: ClaimRules,
    time: Duration, now: Instant, _ presence: (Run) -> Presence
  ) -> (claims: [Claim], taken: [Identifier: LedgerPayment], names: Set<ServerName>) {
    let facts = self.run(run).facts
    var (taken, names): ([Identifier: LedgerPayment], Set<ServerName>) = ([:], [])
    let claims = wanted.map { payment -> Claim in
      let number = payment.number
      let rows = rows(number, at: facts.issuer, besides: run, time: time, now: now, presence)
      guard let row = LedgerRow.merged(rows) else {
        taken[number] = LedgerPayment(add(payment, facts, run), ticket: payment.ticket)
        return .new
      }
      if row.server != facts.server { names.insert(row.server) }
      let (claim, state) = row.claim(
        for: run, own: taken[number] ?? claimed[number], rules, ticket: payment.ticket)
      if let state {
        let index = Int(state.id - 1)
        payments[index].claimedBy = run
        payments[index].outcome = state.outcome?.rawValue
        payments[index].open = nil
        let known = payments[index].payment
        payments[index].describe(payment)
        // What a row says of a payment does not replace what a list has confirmed.
        if known.isConfirmed, !payment.isConfirmed { payments[index].describe(known) }
        taken[number] = state
      }
      return claim
    }
    return (claims, taken, names)
  }

  private mutating func add(_ payment: Payment, _ facts: RunFacts, _ run: Int64) -> Int64 {
    var data = Payment(payment.number)
    data.isConfirmed = payment.isConfirmed
    var entry = Entry(
      id: Int64(payments.count + 1), payment: data, server: facts.server, claimedBy: run)
    entry.describe(payment)
    places[payment.number, default: []].append(payments.count)
    payments.append(entry)
    return entry.id
  }

  // MARK: Steps

  package mutating func write(_ changes: LedgerChanges, of run: Int64) {
    for begun in changes.begun {
      while attempts.count < begun.id { attempts.append(nil) }
      attempts[Int(begun.id - 1)] = Attempt(
        id: begun.id, payment: begun.payment, run: run, action: begun.action, began: begun.time,
        priorUnknown: begun.priorUnknown, ticket: begun.ticket, facts: begun.facts)
      payments[Int(begun.payment - 1)].attempts.append(begun.id)
    }
    for ended in changes.ended { end(ended) }
    for payment in changes.payments.values {
      let index = Int(payment.id - 1)
      payments[index].outcome = payment.outcome?.rawValue
      payments[index].open = payment.open?.id
      payments[index].latest = payment.shown.entry
      if payment.isReleased { payments[index].claimedBy = nil }
      if let facts = payment.facts { payments[index].describe(facts) }
    }
    for attempt in changes.withdrawn {
      if let payment = self.attempt(attempt)?.payment {
        payments[Int(payment - 1)].attempts.removeAll { $0 == attempt }
      }
      attempts[Int(attempt - 1)] = nil
    }
  }

  private mutating func end(_ ended: LedgerChanges.Ended) {
    guard var attempt = attempt(ended.id) else { return }
    (attempt.ended, attempt.outcome, attempt.sends) = (ended.time, ended.outcome, ended.sends)
    attempt.priorUnknown = attempt.priorUnknown || ended.priorUnknown
    (attempt.error, attempt.message) = (ended.error, ended.message)
    attempt.note = ended.note
    attempts[Int(ended.id - 1)] = attempt
  }

  /// Adds a person's entry.
  ///
  /// - Returns: its number; nil if nothing changes.
  package mutating func annotate(
    _ number: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts,
    time: Duration, now: Instant, journal: String, _ presence: (Run) -> Presence
  ) throws(IAPError) -> Int64? {
    let issuer = server.map { Issuer($0) }
    let rows = rows(number, at: issuer, besides: nil, time: time, now: now, presence)
    let row = try LedgerRow.only(rows, of: number, at: server, in: journal)
    var settled: SettledOutcome?
    if case .settled(let outcome) = annotation {
      guard try row.isToBeSettled(as: outcome) else { return nil }
      settled = outcome
    }
    var facts = person
    facts.server = row.server
    let run = begin(facts, process: 1, at: now, isEnded: true)
    let id = Int64(attempts.count + 1)
    var entry = Attempt(
      id: id, payment: row.id, run: run, action: settled == nil ? .note : .settle, began: now)
    (entry.ended, entry.outcome) = (now, settled?.rawValue ?? "done")
    entry.priorUnknown = settled != nil && row.mayBeUnknown
    if case .note(let text) = annotation { entry.note = text }
    attempts.append(entry)
    let index = Int(row.id - 1)
    payments[index].attempts.append(id)
    if let settled {
      payments[index].outcome = settled == .consumed ? "consumed" : nil
      payments[index].latest = id
      // A command that may still be at work is not ended by an entry.
      if row.state.openCommand == nil {
        (payments[index].open, payments[index].claimedBy) = (nil, nil)
      }
    }
    return id
  }

  // MARK: Reading

  package func attempt(_ number: Int64) -> Attempt? {
    attempts.indices.contains(Int(number - 1)) ? attempts[Int(number - 1)] : nil
  }

  /// The row of a payment; the first one, if there are several.
  package func entry(_ number: Identifier) -> Entry? {
    places[number]?.first.map { payments[$0] }
  }

  private func cells(of entry: Entry, _ run: Run?, isHeld: Bool) -> LedgerCells {
    var cells = LedgerCells(entry: entry, run: run, isHeld: isHeld && run != nil)
    cells.begun = entry.open.flatMap { attempt($0) }
    cells.last = entry.latest.flatMap { attempt($0) }
    cells.runTicket = cells.last.flatMap { self.run($0.run).facts.ticket }
    for number in entry.attempts {
      guard let attempt = attempt(number) else { continue }
      switch attempt.action {
      case .settle:
        cells.item = attempt
        cells.wasSettled = cells.wasSettled || attempt.priorUnknown
      case .deliver, .undo: (cells.item, cells.command) = (attempt, attempt.action.rawValue)
      case .note: break
      case .consume:
        guard let end = cutOff(attempt, in: entry) else { continue }
        cells.cutOff = max(cells.cutOff ?? end, end)
      }
    }
    return cells
  }

  /// When a consume ended that may have consumed the payment.
  private func cutOff(_ consume: Attempt, in entry: Entry) -> Instant? {
    if let ended = consume.ended {
      let isFinal = consume.sends <= 1 && consume.error?.isFinalAnswer == true
      return consume.outcome == "unknown" && consume.sends > 0 && !isFinal ? ended : nil
    }
    let later = entry.attempts.lazy.compactMap { attempt($0) }.filter {
      $0.id > consume.id && $0.run != consume.run
        && ($0.action == .deliver || $0.action == .consume || $0.action == .undo)
    }
    return later.map(\.began).min() ?? Instant.range.upperBound
  }
}

extension MemoryLedger.Entry {
  /// Adds what is known. A known value is never lost.
  mutating func describe(_ new: Payment) {
    let known = new.known
    payment.purchase.storeCode = known.storeCode ?? payment.purchase.storeCode
    payment.purchase.productSeq = known.productSeq ?? payment.purchase.productSeq
    payment.purchase.price = known.price ?? payment.purchase.price
    payment.purchase.currency = known.currency ?? payment.purchase.currency
    if let user = new.confirmedUser {
      (payment.purchase.userID, payment.isConfirmed) = (user, true)
    } else if !payment.isConfirmed, let user = new.claimedUser {
      payment.purchase.userID = user
    }
  }
}
