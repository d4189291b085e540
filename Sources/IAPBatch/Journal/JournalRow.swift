import IAPCore
import SQLite

/// An attempt with its payment and its run, as stored in the file.
struct JournalRow {
  /// - Parameter condition: an SQL condition; its values are numbered from `?3`.
  static func query(where condition: String) -> String {
    """
    SELECT attempt.id, attempt.run, run.ended AS runEnded, attempt.outcome,
      payment.outcome AS paymentOutcome, paymentSeq, userID, storeCode, productSeq, price, currency,
      attempt.ticket, errorDomain, errorCode, errorName, serverCode, httpStatus, message,
      run.server, run.fingerprint, run.user, run.host, run.profile, run.ticket AS runTicket,
      attempt.action, attempt.began, attempt.ended, sends, priorUnknown, attempt.note, run.process
    FROM attempt JOIN payment ON payment.id = attempt.payment JOIN run ON run.id = attempt.run
    WHERE attempt.id > ?1 AND \(condition)
    ORDER BY attempt.id LIMIT ?2
    """
  }

  /// The SQL condition for a payment whose outcome may be unknown: it is recorded as unknown, or a
  /// consume has begun and not ended.
  static let mayBeUnknown =
    "(payment.outcome = 'unknown' OR (payment.open = attempt.id AND attempt.action = 'consume'))"

  let attempt: Int64
  let run: Int64
  let runHasEnded: Bool
  private let outcome: String?
  private let paymentOutcome: String?
  /// The entry without its outcome; nil if the action in the row is invalid.
  private let entry: JournalEntry?

  init(_ row: Row) {
    attempt = row.integer("id") ?? 0
    run = row.integer("run") ?? 0
    runHasEnded = row.integer("runEnded") != nil
    outcome = row.text("outcome")
    paymentOutcome = row.text("paymentOutcome")
    let (payment, error, facts) = (JournalPayment(row), JournalError(row), RunFacts(row))
    entry = row.text("action").flatMap(JournalEntry.Action.init).map { action in
      JournalEntry(
        payment: payment, action: action, outcome: .open, began: Instant(row.integer("began") ?? 0),
        ended: row.integer("ended").map(Instant.init), attempts: Int(row.integer("sends") ?? 0),
        priorUnknown: row.flag("priorUnknown"), error: error, note: row.text("note"), run: facts,
        process: Int32(clamping: row.integer("process") ?? 0))
    }
  }

  var isOpen: Bool { outcome == nil }

  func isUnknown(isAtWork: Bool) -> Bool { paymentOutcome == "unknown" || !isAtWork }

  /// Nil if the action or the outcome in the row is invalid.
  func entry(isAtWork: Bool) -> JournalEntry? {
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
    return entry
  }
}

extension JournalPayment {
  fileprivate init(_ row: Row) {
    self.init(Identifier(row.text("paymentSeq") ?? ""))
    user = row.text("userID").map { Identifier($0) }
    storeCode = row.text("storeCode").map { StoreCode($0) }
    productSeq = row.integer("productSeq")
    price = row.text("price").map { Price(canonical: $0) }
    currency = row.text("currency")
    ticket = row.text("ticket")
  }
}

extension JournalError {
  fileprivate init?(_ row: Row) {
    guard let domain = row.text("errorDomain"), let name = row.text("errorName") else { return nil }
    self.init(
      domain: domain, code: row.integer("errorCode").map(Int.init), name: name,
      serverCode: row.integer("serverCode").map(Int.init),
      httpStatus: row.integer("httpStatus").map(Int.init), message: row.text("message") ?? "")
  }
}

extension RunFacts {
  fileprivate init(_ row: Row) {
    self.init(
      server: ServerName(text: row.text("server") ?? ""),
      appKeyFingerprint: row.text("fingerprint") ?? "", user: row.text("user") ?? "",
      host: row.text("host") ?? "", profile: row.text("profile"), ticket: row.text("runTicket"))
  }
}
