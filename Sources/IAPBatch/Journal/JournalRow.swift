import IAPCore
import Postgres
import SQLite

/// A row of a journal, with the names of the columns of a file.
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
  /// The columns of the tables `attempt`, `payment` and `run`.
  static func columns(of tables: JournalTables) -> String {
    """
    attempt.id, attempt.run, run.ended AS run_ended, attempt.outcome,
      payment.outcome AS payment_outcome, payment_seq, user_id, claimed_user_id, store_code,
      product_seq, price, currency, attempt.ticket, error_domain, error_code, error_name,
      server_code, http_status, message, run.server, run.fingerprint, run.operator, run.host,
      run.profile, run.ticket AS run_ticket, attempt.action, attempt.began, attempt.ended, sends,
      prior_unknown, attempt.note, run.process, CASE WHEN attempt.outcome = 'already-consumed' THEN
          EXISTS (SELECT 1 FROM \(tables.schema)attempt AS item
          WHERE item.id = (\(tables.lastCommand(of: "payment.id"))) AND item.action = 'deliver'
            AND item.outcome = 'done') ELSE FALSE END AS is_delivered
    """
  }

  /// - Parameter condition: an SQL condition; its values are numbered from `?3`.
  static func query(where condition: String) -> String {
    """
    SELECT \(columns(of: .file))
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
  /// Known of a payment that another client has consumed.
  private let isDelivered: Bool
  /// The entry without its outcome; nil if the action in the row is invalid.
  private let entry: JournalEntry?

  package init(_ row: some JournalCells) {
    attempt = row.integer("id") ?? 0
    run = row.integer("run") ?? 0
    runHasEnded = row.integer("run_ended") != nil
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

extension JournalQuery {
  /// The SQL condition for an operator of a name: `kim`, or `Mina (kim)`, which either of the two
  /// finds. It compares texts: in a pattern, `_` and `%` would find others. SQLite and PostgreSQL
  /// understand it in the same way.
  ///
  /// - Parameter name: the place of the value.
  static func names(operator name: String) -> String {
    """
    (run.operator = \(name) OR substr(run.operator, 1, length(\(name)) + 2) = \(name) || ' ('
      OR length(run.operator) > length(\(name)) + 3
        AND substr(run.operator, length(run.operator) - length(\(name)) - 2) = ' (' || \(name) || ')')
    """
  }

  /// The SQL condition of the query. Its values are numbered from `?3`.
  var condition: (text: String, values: [Value]) {
    var texts: [String] = []
    var values: [Value] = []
    func require(_ text: (_ place: String) -> String, _ value: Value?) {
      guard let value else { return }
      values.append(value)
      texts.append(text("?\(values.count + 2)"))
    }
    switch selection {
    case .latest where includesNotes:
      texts.append("(payment.latest = attempt.id OR attempt.action = 'note')")
    case .latest: texts.append("payment.latest = attempt.id")
    case .unknown: texts.append("payment.latest = attempt.id AND \(JournalRow.mayBeUnknown)")
    case .payment(let payment):
      require({ "payment_seq = \($0)" }, .text(payment.withoutLeadingZeros.text))
    case .everything: texts.append("TRUE")
    }
    require({ "coalesce(user_id, claimed_user_id) = \($0)" }, user.map { .text($0.text) })
    require({ "coalesce(attempt.ticket, run.ticket) = \($0)" }, ticket.map { .text($0) })
    require({ Self.names(operator: $0) }, `operator`.map { .text($0) })
    if !includesFixtures { texts.append("run.server NOT LIKE 'fixture:%'") }
    require({ "run.server = \($0)" }, server.map { .text($0.text) })
    if let issuer {
      values += [.text(issuer.server.text), .text(issuer.fingerprint)]
      let (server, key) = ("?\(values.count + 1)", "?\(values.count + 2)")
      texts.append("(run.server = \(server) OR run.fingerprint = \(key))")
    }
    require({ "attempt.began >= \($0)" }, since.map { .integer($0.milliseconds) })
    require({ "attempt.began < \($0)" }, until.map { .integer($0.milliseconds) })
    if !markets.isEmpty {
      let places = markets.indices.map { "?\(values.count + 3 + $0)" }.joined(separator: ", ")
      texts.append("store_code IN (\(places))")
      values += markets.map { .text($0.text) }
    }
    return (texts.joined(separator: " AND "), values)
  }
}
