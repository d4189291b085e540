import IAPCore
import SQLite

/// An attempt with its payment and its run, as they stand in the file.
struct JournalRow {
  /// - Parameter condition: what has to hold; its values come third and later.
  static func query(where condition: String) -> String {
    """
    SELECT attempt.id, attempt.run, run.ended, attempt.outcome, payment.outcome,
      attempt.action, attempt.began, attempt.ended, sends, priorUnknown,
      paymentSeq, userID, storeCode, productSeq, price, currency,
      errorDomain, errorCode, errorName, serverCode, httpStatus, message,
      run.server, run.fingerprint, run.user, run.host, run.profile, run.ticket, run.process,
      attempt.ticket, attempt.note
    FROM attempt JOIN payment ON payment.id = attempt.payment JOIN run ON run.id = attempt.run
    WHERE attempt.id > ?1 AND \(condition)
    ORDER BY attempt.id LIMIT ?2
    """
  }

  /// Whether nobody may know of the payment whether it is consumed: it is so, or a consume of it has
  /// not ended.
  static let mayBeUnknown =
    "(payment.outcome = 'unknown' OR (payment.open = attempt.id AND attempt.action = 'consume'))"

  let attempt: Int64
  let run: Int64
  let runHasEnded: Bool
  private let outcome: String?
  private let paymentOutcome: String?
  private let action: JournalEntry.Action?
  private let began: Instant
  private let ended: Instant?
  private let sends: Int
  private let priorUnknown: Bool
  private let payment: JournalPayment
  private let error: JournalError?
  private let facts: RunFacts
  private let process: Int32
  private let note: String?

  init(_ row: Row) {
    attempt = row.integer(0) ?? 0
    run = row.integer(1) ?? 0
    runHasEnded = row.integer(2) != nil
    (outcome, paymentOutcome) = (row.text(3), row.text(4))
    action = row.text(5).flatMap(JournalEntry.Action.init)
    (began, ended) = (Instant(row.integer(6) ?? 0), row.integer(7).map(Instant.init))
    (sends, priorUnknown) = (Int(row.integer(8) ?? 0), row.flag(9))
    payment = Self.payment(row)
    error = Self.error(row)
    facts = RunFacts(
      server: ServerName(text: row.text(22) ?? ""), appKeyFingerprint: row.text(23) ?? "",
      user: row.text(24) ?? "",
      host: row.text(25) ?? "", profile: row.text(26), ticket: row.text(27))
    process = Int32(clamping: row.integer(28) ?? 0)
    note = row.text(30)
  }

  var isOpen: Bool { outcome == nil }

  func isUnknown(isAtWork: Bool) -> Bool { paymentOutcome == "unknown" || !isAtWork }

  /// Nil where the words of the row are not those of a journal.
  func entry(isAtWork: Bool) -> JournalEntry? {
    guard let action else { return nil }
    let known: JournalEntry.Outcome? =
      switch outcome {
      case nil: isAtWork ? .open : .unknown
      case "done": .done
      case "failed": .failed
      case SettledOutcome.notConsumed.rawValue: .notConsumed
      case .some(let word): ConsumeResult.Outcome(rawValue: word).map { .consume($0) }
      }
    guard let known else { return nil }
    return JournalEntry(
      payment: payment, action: action, outcome: known, began: began, ended: ended,
      attempts: sends, priorUnknown: priorUnknown, error: error, note: note, run: facts,
      process: process)
  }

  private static func payment(_ row: Row) -> JournalPayment {
    var payment = JournalPayment(Identifier(row.text(10) ?? ""))
    payment.user = row.text(11).map { Identifier($0) }
    payment.storeCode = row.text(12).map { StoreCode($0) }
    payment.productSeq = row.integer(13)
    payment.price = row.text(14).map { Price(canonical: $0) }
    payment.currency = row.text(15)
    payment.ticket = row.text(29)
    return payment
  }

  private static func error(_ row: Row) -> JournalError? {
    guard let domain = row.text(16), let name = row.text(18) else { return nil }
    return JournalError(
      domain: domain, code: row.integer(17).map(Int.init), name: name,
      serverCode: row.integer(19).map(Int.init), httpStatus: row.integer(20).map(Int.init),
      message: row.text(21) ?? "")
  }
}
