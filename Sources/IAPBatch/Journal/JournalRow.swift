import IAPCore
import Postgres
import SQLite

/// A row of a journal, by the names of its columns.
package protocol JournalCells {
  /// Nil for null.
  func text(_ column: String) -> String?
  /// Nil for null.
  func integer(_ column: String) -> Int64?
  /// Null is false.
  func flag(_ column: String) -> Bool
}

extension Row: JournalCells {}

extension PostgresRow: JournalCells {}

/// An attempt with its payment and its run, as stored in the journal.
package struct JournalRow {
  let attempt: Int64
  let run: Int64
  /// Whether its run has no recorded end, and no lease that is over.
  let isHeld: Bool
  /// Where the machine of the run sees whether it lives; nil in a file.
  let place: String?
  private let outcome: String?
  private let paymentOutcome: String?
  /// Known of a payment that another client has consumed.
  private let isDelivered: Bool
  /// The entry without its outcome; nil if the action in the row is invalid.
  private let entry: JournalEntry?

  package init(_ row: some JournalCells) {
    attempt = row.integer("id") ?? 0
    run = row.integer("run") ?? 0
    (isHeld, place) = (row.flag("is_at_work"), row.text("place"))
    outcome = row.text("outcome")
    paymentOutcome = row.text("payment_outcome")
    isDelivered = row.flag("is_delivered")
    let (payment, error, facts) = (Payment(journal: row), JournalError(row), RunFacts(row))
    entry = row.text("action").flatMap(JournalEntry.Action.init).map { action in
      JournalEntry(
        payment: payment, action: action, outcome: .open, began: Instant(row.integer("began") ?? 0),
        ended: row.integer("ended").map(Instant.init), attempts: Int(row.integer("sends") ?? 0),
        priorUnknown: row.flag("prior_unknown"), error: error, note: row.text("note"), run: facts,
        process: Int32(clamping: row.integer("process") ?? 0))
    }
  }

  var isOpen: Bool { outcome == nil }

  func isUnknown(isAtWork: Bool) -> Bool { paymentOutcome == "unknown" || !isAtWork }

  /// Nil if the action or the outcome in the row is invalid.
  package func entry(isAtWork: Bool) -> JournalEntry? {
    let known: JournalEntry.Outcome? =
      switch outcome {
      case nil: isAtWork ? .open : .unknown
      case "done": .done
      case "failed": .failed
      case SettledOutcome.notConsumed.rawValue: .notConsumed
      case .some(let word): ConsumeResult.Outcome(rawValue: word).map { .consume($0) }
      }
    guard let known, var entry else { return nil }
    entry.outcome = known
    entry.isConsumedElsewhere = isDelivered && !entry.priorUnknown
    entry.isPaymentUnknown =
      paymentOutcome == "unknown" || known == .unknown && entry.action == .consume
    return entry
  }
}

extension Payment {
  init(journal row: some JournalCells) {
    self.init(Identifier(row.text("payment_seq") ?? ""))
    let user = row.text("user_id").map { Identifier($0) }
    isConfirmed = user != nil
    purchase.userID = user ?? row.text("claimed_user_id").map { Identifier($0) }
    purchase.storeCode = row.text("store_code").map { StoreCode($0) }
    purchase.productSeq = row.integer("product_seq")
    purchase.price = row.text("price").map { Price(canonical: $0) }
    purchase.currency = row.text("currency")
    ticket = row.text("ticket")
  }
}

extension JournalError {
  fileprivate init?(_ row: some JournalCells) {
    guard let domain = row.text("error_domain"), let name = row.text("error_name") else {
      return nil
    }
    self.init(
      domain: domain, code: row.integer("error_code").map(Int.init), name: name,
      serverCode: row.integer("server_code").map(Int.init),
      httpStatus: row.integer("http_status").map(Int.init), message: row.text("message") ?? "")
  }
}

extension RunFacts {
  init(_ row: some JournalCells) {
    self.init(
      server: ServerName(text: row.text("server") ?? ""),
      appKeyFingerprint: row.text("fingerprint") ?? "", user: row.text("operator") ?? "",
      host: row.text("host") ?? "", profile: row.text("profile"), ticket: row.text("run_ticket"))
  }
}
