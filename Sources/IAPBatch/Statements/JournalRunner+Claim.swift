import IAPCore
import SQLite

/// What a run gets that claims payments.
struct ClaimAnswer {
  var claims: [Claim] = []
  /// The payments that the run takes now.
  var taken: [(Identifier, LedgerPayment)] = []
  var otherNames: Set<ServerName> = []
}

extension JournalRunner {
  /// Claims payments for a run, inside one transaction.
  ///
  /// - Parameters:
  ///   - claimed: the payments that the run has claimed before.
  ///   - number: gives the number of a new payment.
  func claim(
    _ payments: [Payment], _ rules: ClaimRules, for run: Int64, _ facts: RunFacts,
    claimed: [Identifier: LedgerPayment], number: () -> Int64
  ) throws -> ClaimAnswer {
    let wanted = distinct(payments)
    let ids = wanted.map { _ in number() }
    let (added, rows) = try enter(wanted, ids, for: run, facts.issuer)
    var claims: [Identifier: Claim] = Dictionary(minimumCapacity: wanted.count)
    var answer = ClaimAnswer()
    answer.taken.reserveCapacity(wanted.count)
    var changed: [(Payment, LedgerPayment)] = []
    for (payment, id) in zip(wanted, ids) {
      let number = payment.number
      if added.contains(id) {
        answer.taken.append((number, LedgerPayment(id, ticket: payment.ticket)))
        claims[number] = .new
      } else if let row = rows[number] {
        if row.server != facts.server { answer.otherNames.insert(row.server) }
        let (claim, state) = row.claim(
          for: run, own: claimed[number], rules, ticket: payment.ticket)
        claims[number] = claim
        guard let state else { continue }
        answer.taken.append((number, state))
        changed.append((payment, state))
      }
    }
    if !changed.isEmpty { try change([.taking(changed, for: run)]) }
    answer.claims = try payments.map { payment in
      guard let claim = claims[payment.number] else {
        throw IAPError.iapctl(.bug, .bug("payment \(payment.paymentSeq) is not in the journal"))
      }
      return claim
    }
    return answer
  }

  /// The first of each payment, in an order that is the same for all runs, so that those of a database do
  /// not wait for each other's rows in a circle.
  private func distinct(_ payments: [Payment]) -> [Payment] {
    var met: Set<Identifier> = Set(minimumCapacity: payments.count)
    let first = payments.filter { met.insert($0.number).inserted }
    guard Self.dialect == .team else { return first }
    return first.sorted { $0.number.text.utf8.lexicographicallyPrecedes($1.number.text.utf8) }
  }

  /// Adds the payments that are not in the journal, and locks the others.
  ///
  /// - Returns: the ids that were added, and the rows of the other payments.
  private func enter(
    _ payments: [Payment], _ ids: [Int64], for run: Int64, _ issuer: Issuer
  ) throws -> (added: Set<Int64>, rows: [Identifier: LedgerRow]) {
    let numbers = payments.map(\.number)
    let own = (ids.first ?? 0)...(ids.last ?? 0)
    let query = LedgerRow.query(numbers, at: issuer, isLocked: true, besides: own)
    let further = Self.dialect.locking(numbers, at: issuer, besides: own) + [query]
    var rows: [LedgerRow] = []
    try change(Self.dialect.claiming(at: issuer))
    let added = try add(.entering(payments, ids, at: issuer, for: run), then: further) {
      call, cells in
      if call == further.count - 1 { rows.append(LedgerRow(cells)) }
    }
    return (added, LedgerRow.byNumber(try seen(rows, by: run, again: query)))
  }
}
