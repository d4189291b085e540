import IAPCore
import Postgres
import SQLite

/// A row of a journal, with the names of the columns of a file.
protocol JournalCells {
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
struct JournalRow {
  /// The columns of the tables `attempt`, `payment` and `run`.
  static let columns = """
    attempt.id, attempt.run, run.ended AS run_ended, attempt.outcome,
      payment.outcome AS payment_outcome, payment_seq, user_id, claimed_user_id, store_code,
      product_seq, price, currency, attempt.ticket, error_domain, error_code, error_name,
      server_code, http_status, message, run.server, run.fingerprint, run.operator, run.host,
      run.profile, run.ticket AS run_ticket, attempt.action, attempt.began, attempt.ended, sends,
      prior_unknown, attempt.note, run.process
    """

  /// - Parameter condition: an SQL condition; its values are numbered from `?3`.
  static func query(where condition: String) -> String {
    """
    SELECT \(columns)
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

  init(_ row: some JournalCells) {
    attempt = row.integer("id") ?? 0
    run = row.integer("run") ?? 0
    runHasEnded = row.integer("run_ended") != nil
    outcome = row.text("outcome")
    paymentOutcome = row.text("payment_outcome")
    let (payment, error, facts) = (JournalPayment(row), JournalError(row), RunFacts(row))
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
  init(_ row: some JournalCells) {
    self.init(Identifier(row.text("payment_seq") ?? ""))
    user = row.text("user_id").map { Identifier($0) }
    claimedUser = user == nil ? row.text("claimed_user_id").map { Identifier($0) } : nil
    storeCode = row.text("store_code").map { StoreCode($0) }
    productSeq = row.integer("product_seq")
    price = row.text("price").map { Price(canonical: $0) }
    currency = row.text("currency")
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

/// A row of the `payment` table.
struct JournalPaymentRow {
  let id: Int64
  let server: ServerName
  let outcome: ConsumeResult.Outcome?
  let isDelivered: Bool
  /// Whether a consume has begun and not ended.
  let isOpen: Bool
  /// Whether any run tried it.
  let isTried: Bool
  /// Whether the latest entry is a person's settlement, which may be wrong.
  let isSettledByHand: Bool
  /// Whether any entry is a person's settlement.
  let wasSettledByHand: Bool
  /// The run that has claimed the payment and has not recorded its end.
  let holder: Int64?
  private let person: RunHolder

  /// The payments with a given number: one for each server.
  private static let query = """
    SELECT payment.id, payment.server, payment.outcome, is_delivered, open, begun.action AS begun,
      last.action AS last, last.outcome AS last_outcome, run.id AS holder, run.operator, run.host,
      run.process, claimed_at, EXISTS (SELECT 1 FROM attempt WHERE attempt.payment = payment.id
        AND attempt.action = 'settle') AS was_settled
    FROM payment LEFT JOIN attempt AS begun ON begun.id = open
      LEFT JOIN attempt AS last ON last.id = latest
      LEFT JOIN run ON run.id = claimed_by AND run.ended IS NULL
    WHERE payment_seq = ?1 AND payment.server = coalesce(?2, payment.server)
    ORDER BY payment.server
    """

  private init(_ row: Row) {
    id = row.integer("id") ?? 0
    server = ServerName(text: row.text("server") ?? "")
    outcome = JournalPaymentState.outcome(
      row.text("outcome"), last: row.text("last"), row.text("last_outcome"))
    isDelivered = row.flag("is_delivered")
    isOpen = JournalPaymentState.isOpen(row.integer("open"), row.text("begun"))
    let last = row.text("last")
    isTried = last != nil
    isSettledByHand = last == JournalEntry.Action.settle.rawValue
    wasSettledByHand = row.flag("was_settled")
    holder = row.integer("holder")
    person = RunHolder(
      user: row.text("operator") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0),
      since: Instant(row.integer("claimed_at") ?? 0))
  }

  /// - Parameter server: nil for all servers that have this payment number.
  static func all(
    _ payment: Identifier, at server: ServerName?, in connection: Connection
  ) throws(SQLiteError) -> [JournalPaymentRow] {
    try connection.all(query, [.text(payment.text), .text(server?.text)], make: Self.init)
  }

  /// The active run that has claimed the payment; nil if it is the run `own` or if no run has.
  private func holder(
    besides own: Int64?, _ runs: inout JournalRuns
  ) throws(IAPError) -> RunHolder? {
    guard let holder, holder != own, try runs.isAtWork(holder) else { return nil }
    var person = person
    person.commands = runs.commands(of: holder, process: person.process)
    return person
  }

  /// The claim that the known data gives; nil if the payment may be sent.
  func knowledge(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    return try state(besides: own, &runs).claim
  }

  func state(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> JournalPaymentState {
    JournalPaymentState(
      outcome: outcome, isOpen: isOpen, isTried: isTried, isSettledByHand: isSettledByHand,
      holder: try holder(besides: own, &runs))
  }
}

/// Reads the entries of a journal in pages. Writers do not wait for the reader.
actor JournalReader {
  private static let pageSize = 1000

  private let query: JournalQuery
  private let file: JournalFile
  private let connection: Connection
  private var runs: JournalRuns

  init(_ query: JournalQuery, in file: JournalFile, _ connection: sending Connection) {
    (self.query, self.file, self.connection) = (query, file, connection)
    runs = JournalRuns(of: file)
  }

  /// The entries after an attempt, and the attempt at which the next page starts (nil after the
  /// last page). Returns nil if there are no more entries.
  func page(
    after attempt: Int64
  ) throws(IAPError) -> (page: [JournalEntry], next: Int64?)? {
    var last: Int64? = attempt
    while let here = last {
      let rows = try rows(after: here)
      last = rows.count < Self.pageSize ? nil : rows.last?.attempt
      var entries: [JournalEntry] = []
      for row in rows { if let entry = try entry(row) { entries.append(entry) } }
      if !entries.isEmpty { return (entries, last) }
    }
    return nil
  }

  private func rows(after attempt: Int64) throws(IAPError) -> [JournalRow] {
    let condition = query.condition
    return try file.explained {
      try connection.all(
        JournalRow.query(where: condition.text),
        [.integer(attempt), .integer(Int64(Self.pageSize))] + condition.values,
        make: JournalRow.init)
    }
  }

  /// Nil if the entry does not match the query.
  private func entry(_ row: JournalRow) throws(IAPError) -> JournalEntry? {
    var isAtWork = false
    if row.isOpen, !row.runHasEnded { isAtWork = try runs.isAtWork(row.run) }
    if query.selection == .unknown, !row.isUnknown(isAtWork: isAtWork) { return nil }
    guard let entry = row.entry(isAtWork: isAtWork) else {
      throw .iapctl(
        .journalDamaged,
        .file(file.path, .damaged(what: "attempt \(row.attempt) has an unknown action or outcome")))
    }
    return entry
  }
}

extension JournalQuery {
  /// The SQL condition of the query. Its values are numbered from `?3`.
  fileprivate var condition: (text: String, values: [Value]) {
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
    // `kim`, or `Mina (kim)`, which either of the two finds.
    require(
      {
        "(run.operator = \($0) OR substr(run.operator, 1, length(\($0)) + 2) = \($0) || ' (' "
          + "OR substr(run.operator, -length(\($0)) - 3) = ' (' || \($0) || ')')"
      },
      `operator`.map { .text($0) })
    if !includesFixtures { texts.append("run.server NOT LIKE 'fixture:%'") }
    require({ "run.server = \($0)" }, server.map { .text($0.text) })
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
