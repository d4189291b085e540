import IAPCore
import SQLite

/// The statements that change the payments and the attempts of a journal.
extension JournalStatement {
  private static let described: [JournalColumn] = [
    .text("user_id"), .text("claimed_user_id"), .text("store_code"), .integer("product_seq"),
    .text("price"), .text("currency"),
  ]

  /// A known value is never replaced by null.
  private static let describing = described.map {
    "\($0.name) = coalesce(given.\($0.name), p.\($0.name))"
  }.joined(separator: ", ")

  /// What a row says of a payment does not replace what a list has confirmed.
  private static let describingClaim = described.map { column in
    let (new, old) = ("given.\(column.name)", "p.\(column.name)")
    return "\(column.name) = CASE WHEN p.user_id IS NOT NULL AND given.user_id IS NULL "
      + "THEN coalesce(\(old), \(new)) ELSE coalesce(\(new), \(old)) END"
  }.joined(separator: ", ")

  private static func names(_ columns: [JournalColumn], of row: String = "") -> String {
    columns.map { row + $0.name }.joined(separator: ", ")
  }

  // MARK: Payments

  private static let entered: [JournalColumn] = [.integer("id"), .text("payment_seq")] + described
  private static let enterer: [JournalColumn] = [
    .text("server"), .text("fingerprint"), .integer("claimed_by"),
  ]

  private static func entering(_ dialect: JournalDialect) -> String {
    """
    SELECT 1 FROM iapctl.payment AS p WHERE p.payment_seq = given.payment_seq
      AND \(Issuer.condition(dialect, server: "given.server", fingerprint: "given.fingerprint"))
    """
  }

  /// Adds the payments that are not in the journal, under any name of the service.
  static let enterPayments = Self("enter payments", rows: entered, common: enterer) { dialect in
    """
    INSERT INTO iapctl.payment (\(names(entered + enterer)))
    \(dialect.values(names(entered + enterer, of: "given.")))\(dialect.unless(entering(dialect)))
    """
  }

  /// Claims payments that are in the journal. If an attempt was left open, the outcome becomes unknown.
  static let takePayments = Self(
    "take payments", rows: [.integer("id"), .text("outcome")] + described,
    common: [.integer("run")],
    isComplete: true
  ) { _ in
    """
    UPDATE iapctl.payment AS p SET outcome = given.outcome, open = NULL, claimed_by = given.run,
      \(describingClaim)
    {rows} WHERE p.id = given.id
    """
  }

  static let changePayments = changing("change payments", describes: false)
  static let describePayments = changing("describe payments", describes: true)

  private static func changing(_ name: String, describes: Bool) -> Self {
    let columns: [JournalColumn] = [
      .integer("id"), .text("outcome"), .integer("open"), .integer("latest"), .flag("released"),
    ]
    return Self(
      name, rows: columns + (describes ? described : []), common: [.integer("run")],
      isComplete: true
    ) { _ in
      """
      UPDATE iapctl.payment AS p SET outcome = given.outcome, open = given.open, latest = given.latest,
        claimed_by = CASE WHEN given.released THEN NULL ELSE p.claimed_by END\
      \(describes ? ", \(describing)" : "")
      {rows} WHERE p.id = given.id AND p.claimed_by = given.run
      """
    }
  }

  /// A person's settlement of a payment. A command that may still be at work is not ended by it.
  static let settlePayment = Self(
    "settle payment",
    rows: [.integer("id"), .text("outcome"), .integer("latest"), .flag("is_kept")], isComplete: true
  ) { _ in
    """
    UPDATE iapctl.payment AS p SET outcome = given.outcome, latest = given.latest,
      open = CASE WHEN given.is_kept THEN p.open END,
      claimed_by = CASE WHEN given.is_kept THEN p.claimed_by END
    {rows} WHERE p.id = given.id
    """
  }

  // MARK: Attempts

  private static let begun: [JournalColumn] = [
    .integer("id"), .integer("payment"), .text("action"), .integer("began"), .flag("prior_unknown"),
    .text("ticket"), .text("facts"),
  ]

  static let beginAttempts = Self(
    "begin attempts", rows: begun, common: [.integer("run")]
  ) { dialect in
    """
    INSERT INTO iapctl.attempt (\(names(begun)), run\(dialect.placing.column))
    \(dialect.values(names(begun, of: "given.") + ", given.run" + dialect.placing.value))
    """
  }

  static let ended: [JournalColumn] = [
    .integer("ended"), .text("outcome"), .integer("sends"), .text("error_domain"),
    .integer("error_code"), .text("error_name"), .integer("server_code"), .integer("http_status"),
    .text("message"), .text("note"),
  ]

  static let endAttempts = Self(
    "end attempts", rows: [.integer("id"), .flag("prior_unknown")] + ended, isComplete: true
  ) { _ in
    """
    UPDATE iapctl.attempt AS a SET prior_unknown = (a.prior_unknown OR given.prior_unknown),
      \(ended.map { "\($0.name) = given.\($0.name)" }.joined(separator: ", "))
    {rows} WHERE a.id = given.id
    """
  }

  static let withdrawAttempts = Self(
    "withdraw attempts", rows: [.integer("id")], isComplete: true
  ) { _ in
    "DELETE FROM iapctl.attempt WHERE id IN (SELECT given.id {rows})"
  }
}

extension JournalCall {
  static func entering(
    _ payments: [Payment], _ ids: [Int64], at issuer: Issuer, for run: Int64?
  ) -> Self {
    Self(
      .enterPayments,
      rows: zip(payments, ids).map { payment, id in
        payment.journalValues(after: [.integer(id), .text(payment.number.text)])
      },
      // A database has each number once for each key, also if two APIs got the same one.
      common: [
        .text(issuer.server.text),
        .text(issuer.server.numberSpace == nil ? issuer.fingerprint : nil), .integer(run),
      ])
  }

  static func taking(_ payments: [(Payment, LedgerPayment)], for run: Int64) -> Self {
    Self(
      .takePayments,
      rows: payments.map { payment, state in
        payment.journalValues(after: [.integer(state.id), .text(state.outcome?.rawValue)])
      }, common: [.integer(run)])
  }
}

extension LedgerChanges {
  /// At most one statement for each kind of change.
  func calls(of run: Int64) -> [JournalCall] {
    var (changed, described): ([[Value]], [[Value]]) = ([], [])
    for payment in payments.values {
      let values: [Value] = [
        .integer(payment.id), .text(payment.outcome?.rawValue), .integer(payment.open?.id),
        .integer(payment.shown.entry), .flag(payment.isReleased),
      ]
      if let facts = payment.facts {
        described.append(facts.journalValues(after: values))
      } else {
        changed.append(values)
      }
    }
    let run = [Value.integer(run)]
    return [
      JournalCall(.beginAttempts, rows: begun.map(\.values), common: run),
      JournalCall(.endAttempts, rows: ended.map(\.values)),
      JournalCall(.changePayments, rows: changed, common: run),
      JournalCall(.describePayments, rows: described, common: run),
      JournalCall(.withdrawAttempts, rows: withdrawn.map { [.integer($0)] }),
    ].filter { $0.rows?.isEmpty == false }
  }
}

extension LedgerChanges.Begun {
  var values: [Value] {
    [
      .integer(id), .integer(payment), .text(action.rawValue), .integer(time.milliseconds),
      .flag(priorUnknown), .text(ticket), .text(facts),
    ]
  }
}

extension LedgerChanges.Ended {
  var values: [Value] {
    [
      .integer(id), .flag(priorUnknown), .integer(time.milliseconds), .text(outcome),
      .integer(Int64(sends)), .text(error?.domain), .integer(error?.number.map(Int64.init)),
      .text(error?.name), .integer(error?.serverCode.map(Int64.init)),
      .integer(error?.httpStatus.map(Int64.init)), .text(message), .text(note),
    ]
  }
}

extension Payment {
  /// The values of the columns that describe it, after others.
  fileprivate func journalValues(after others: [Value]) -> [Value] {
    let user = anyUser.map { Value.text($0.text) } ?? .null
    var values: [Value] = []
    values.reserveCapacity(others.count + 6)
    values += others
    values.append(isConfirmed ? user : .null)
    values.append(isConfirmed ? .null : user)
    values.append(.text(storeCode?.text))
    values.append(.integer(productSeq))
    values.append(.text(price?.digits))
    values.append(.text(currency))
    return values
  }
}
