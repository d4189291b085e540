package import IAPBatch
package import IAPCore
import Synchronization
import System

/// The tables of a simulated world as a journal, so that the tests of journals hold for them.
package final class MemoryJournal: Journal {
  private let ledger = Mutex(MemoryLedger())
  private let ended = Mutex<Set<Int64>>([])
  private let realTime: @Sendable () -> Instant
  private let process: Int32
  private let name: String
  fileprivate let words: @Sendable (IAPError) -> String

  /// - Parameters:
  ///   - name: in messages.
  ///   - process: the number that its runs have.
  package init(
    named name: String, process: Int32, realTime: @escaping @Sendable () -> Instant,
    words: @escaping @Sendable (IAPError) -> String
  ) {
    (self.name, self.process) = (name, process)
    (self.realTime, self.words) = (realTime, words)
  }

  /// Runs without an object have died, and their claims with them.
  private func presence(_ run: MemoryLedger.Run) -> MemoryLedger.Presence {
    ended.withLock { $0.contains(run.number) } ? .ended : .atWork
  }

  fileprivate func change<Answer>(
    _ body: (inout MemoryLedger, Instant, (MemoryLedger.Run) -> MemoryLedger.Presence)
      throws(IAPError) -> Answer
  ) throws(IAPError) -> Answer {
    try ledger.withLock { ledger throws(IAPError) in
      try body(&ledger, realTime(), presence)
    }
  }

  fileprivate func die(_ run: Int64) { _ = ended.withLock { $0.insert(run) } }

  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let process = process
    let number = try change { ledger, now, _ in ledger.begin(run, process: process, at: now) }
    return MemoryJournalRun(number, in: self)
  }

  package func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>
  {
    let entries = try change { ledger, _, presence in
      ledger.entries(query) { presence(ledger.run($0)) == .atWork }
    }
    return PageSequence(from: 0) { _ in (entries, nil) }
  }

  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    try change { ledger, now, presence throws(IAPError) in
      try ledger.annotate(
        payment.withoutLeadingZeros, at: server, annotation, by: person, time: .zero, now: now,
        journal: name, presence
      ).flatMap { ledger.journalEntry($0, isAtWork: false) }
    }
  }

  package func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) async throws(IAPError) -> [Identifier: Claim] {
    try change { ledger, now, presence in
      var claims: [Identifier: Claim] = [:]
      for payment in payments {
        let rows = ledger.rows(payment, at: issuer, besides: nil, time: .zero, now: now, presence)
        claims[payment] = LedgerRow.merged(rows)?.claim(rules)
      }
      return claims
    }
  }

  package func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool { true }
}

private actor MemoryJournalRun: JournalRun {
  private let number: Int64
  private let journal: MemoryJournal
  private var claimed: [Identifier: LedgerPayment] = [:]
  private(set) var otherNames: Set<ServerName> = []
  let lock: FileLock? = nil
  private var isEnded = false

  init(_ number: Int64, in journal: MemoryJournal) {
    (self.number, self.journal) = (number, journal)
  }

  deinit { journal.die(number) }

  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim] {
    guard !isEnded else { throw .iapctl(.bug, .bug("a journal is written after its run")) }
    let (number, claimed) = (number, claimed)
    let answer = try journal.change { ledger, now, presence in
      ledger.claim(payments, for: number, claimed, rules, time: .zero, now: now, presence)
    }
    self.claimed.merge(answer.taken) { $1 }
    otherNames.formUnion(answer.names)
    return answer.claims
  }

  func write(_ steps: [JournalStep]) async throws(IAPError) {
    let (number, claimed, words) = (number, claimed, journal.words)
    let changes = try journal.change { ledger, _, _ throws(IAPError) in
      var last = Int64(ledger.attempts.count)
      let changes = try LedgerChanges(
        steps, of: claimed, message: words,
        number: {
          last += 1
          return last
        })
      ledger.write(changes, of: number)
      return changes
    }
    self.claimed.apply(changes)
  }

  func end() async {
    let number = number
    try? journal.change { ledger, now, _ in ledger.end(number, at: now) }
    journal.die(number)
    (claimed, isEnded) = ([:], true)
  }
}

extension MemoryLedger {
  /// The entries that match a query, the oldest first.
  func entries(_ query: JournalQuery, isAtWork: (Int64) -> Bool) -> [JournalEntry] {
    attempts.compactMap { $0 }.filter { matches($0, query) }.compactMap { attempt in
      let run = run(attempt.run)
      return journalEntry(attempt.id, isAtWork: run.ended == nil && isAtWork(attempt.run)).flatMap {
        query.selection != .unknown || $0.isPaymentUnknown ? $0 : nil
      }
    }
  }

  private func matches(_ attempt: Attempt, _ query: JournalQuery) -> Bool {
    let (entry, facts) = (payments[Int(attempt.payment - 1)], run(attempt.run).facts)
    let isLatest = entry.latest == attempt.id
    let isSelected =
      switch query.selection {
      case .latest: isLatest || (query.includesNotes && attempt.action == .note)
      case .unknown: isLatest
      case .payment(let number): entry.payment.number == number.withoutLeadingZeros
      case .everything: true
      }
    let isOfPayments = query.selection == .latest || query.selection == .unknown
    let authored =
      isOfPayments && isLatest
      ? entry.attempts.compactMap { self.attempt($0) }.filter { $0.action != .note } : [attempt]
    return isSelected && (query.user == nil || query.user == entry.payment.anyUser)
      && authored.contains { hasAuthor($0, query) }
      && (query.includesFixtures || !facts.server.isFixture)
      && (query.server.map { names(of: Issuer($0)).contains(facts.server) } ?? true)
      && (query.issuer.map { names(of: $0).contains(facts.server) } ?? true)
      && (query.since.map { attempt.began >= $0 } ?? true)
      && (query.until.map { attempt.began < $0 } ?? true)
      && (query.markets.isEmpty || entry.payment.storeCode.map(query.markets.contains) == true)
  }

  private func hasAuthor(_ attempt: Attempt, _ query: JournalQuery) -> Bool {
    let facts = run(attempt.run).facts
    let names = [facts.user] + facts.user.split(separator: "(").map { $0.filter { $0 != ")" } }
    return (query.ticket == nil || [attempt.ticket, facts.ticket].contains(query.ticket))
      && (query.operator == nil || names.contains { $0.trimmed == query.operator })
  }

  func journalEntry(_ number: Int64, isAtWork: Bool) -> JournalEntry? {
    guard let attempt = attempt(number) else { return nil }
    let entry = payments[Int(attempt.payment - 1)]
    let item = entry.attempts.compactMap { self.attempt($0) }.last {
      [.deliver, .undo, .settle].contains($0.action)
    }
    let isDelivered =
      attempt.outcome == "already-consumed" && item?.action == .deliver && item?.outcome == "done"
    return JournalRow(
      EntryCells(
        entry: entry, attempt: attempt, run: run(attempt.run), isDelivered: isDelivered)
    ).entry(isAtWork: isAtWork)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// An attempt as the row that a journal's query gives.
private struct EntryCells: JournalCells {
  let entry: MemoryLedger.Entry
  let attempt: MemoryLedger.Attempt
  let run: MemoryLedger.Run
  let isDelivered: Bool

  func text(_ column: String) -> String? {
    let (payment, facts, error) = (entry.payment, run.facts, attempt.error)
    return switch column {
    case "outcome": attempt.outcome
    case "payment_outcome": entry.outcome
    case "payment_seq": payment.number.text
    case "user_id": payment.confirmedUser?.text
    case "claimed_user_id": payment.claimedUser?.text
    case "store_code": payment.storeCode?.text
    case "price": payment.purchase.price?.digits
    case "currency": payment.purchase.currency
    case "ticket": attempt.ticket
    case "error_domain": error?.domain
    case "error_name": error?.name
    case "message": attempt.message
    case "server": facts.server.text
    case "fingerprint": facts.appKeyFingerprint
    case "operator": facts.user
    case "host": facts.host
    case "profile": facts.profile
    case "run_ticket": facts.ticket
    case "action": attempt.action.rawValue
    case "note": attempt.note
    default: nil
    }
  }

  func integer(_ column: String) -> Int64? {
    switch column {
    case "id": attempt.id
    case "run": attempt.run
    case "run_ended": run.ended?.milliseconds
    case "product_seq": entry.payment.productSeq
    case "error_code": attempt.error?.number.map(Int64.init)
    case "server_code": attempt.error?.serverCode.map(Int64.init)
    case "http_status": attempt.error?.httpStatus.map(Int64.init)
    case "began": attempt.began.milliseconds
    case "ended": attempt.ended?.milliseconds
    case "sends": Int64(attempt.sends)
    case "process": Int64(run.process)
    default: nil
    }
  }

  func flag(_ column: String) -> Bool {
    switch column {
    case "prior_unknown": attempt.priorUnknown
    case "is_delivered": isDelivered
    default: false
    }
  }
}
