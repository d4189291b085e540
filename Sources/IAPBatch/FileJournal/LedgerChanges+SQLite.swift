import IAPCore
import SQLite

extension LedgerChanges {
  /// Writes the rows, inside a transaction.
  func write(to connection: Connection, of run: Int64) throws {
    var rest = begun[...]
    while !rest.isEmpty {
      let rows = rest.prefix(rest.count < Self.together ? 1 : Self.together)
      rest = rest.dropFirst(rows.count)
      try connection.run(
        rows.count == 1 ? Self.beginning : Self.beginningTogether,
        rows.flatMap { $0.values(of: run) })
    }
    for attempt in ended { try end(attempt, in: connection) }
    for payment in payments.values { try update(payment, in: connection) }
    for attempt in withdrawn {
      try connection.run("DELETE FROM attempt WHERE id = ?", [.integer(attempt)])
    }
  }

  private static let beginning = """
    INSERT INTO attempt (id, payment, run, action, began, prior_unknown, ticket, facts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
  /// How many rows one statement adds: SQLite looks up the last number of the table once for all.
  private static let together = 8
  private static let beginningTogether =
    beginning + String(repeating: ", (?, ?, ?, ?, ?, ?, ?, ?)", count: together - 1)

  private func end(_ attempt: Ended, in connection: Connection) throws {
    var values: [Value] = [
      .integer(attempt.time.milliseconds), .text(attempt.outcome), .integer(Int64(attempt.sends)),
      .flag(attempt.priorUnknown), .integer(attempt.id), .text(attempt.note),
    ]
    if let error = attempt.error {
      values += [
        .text(error.domain), .integer(error.number.map(Int64.init)), .text(error.name),
        .integer(error.serverCode.map(Int64.init)), .integer(error.httpStatus.map(Int64.init)),
        .text(attempt.message),
      ]
    }
    try connection.run(attempt.error == nil ? Self.succeeding : Self.failing, values)
  }

  private static let end = """
    UPDATE attempt SET ended = ?1, outcome = ?2, sends = ?3, prior_unknown = prior_unknown OR ?4,
      note = ?6
    """
  private static let succeeding = end + " WHERE id = ?5"
  private static let failing =
    end + """
      , error_domain = ?7, error_code = ?8, error_name = ?9, server_code = ?10, http_status = ?11,
        message = ?12 WHERE id = ?5
      """

  private func update(_ payment: LedgerPayment, in connection: Connection) throws {
    let values: [Value] = [
      .text(payment.outcome?.rawValue), .integer(payment.open?.id), .integer(payment.shown.entry),
      .integer(payment.id),
    ]
    try connection.run(
      payment.isReleased
        ? (payment.facts == nil ? Self.releasing : Self.describingAndReleasing)
        : (payment.facts == nil ? Self.updating : Self.describing),
      values + (payment.facts?.journalValues ?? []))
  }

  private static let change = """
    UPDATE payment SET outcome = ?1, open = ?2, latest = ?3
    """
  private static let release = ", claimed_by = NULL"
  private static let facts = ", \(Payment.journalAssignments(from: 5))"
  private static let updating = change + " WHERE id = ?4"
  private static let releasing = change + release + " WHERE id = ?4"
  private static let describing = change + facts + " WHERE id = ?4"
  private static let describingAndReleasing = change + release + facts + " WHERE id = ?4"
}

extension LedgerChanges.Begun {
  fileprivate func values(of run: Int64) -> [Value] {
    [
      .integer(id), .integer(payment), .integer(run), .text(action.rawValue),
      .integer(time.milliseconds), .flag(priorUnknown), .text(ticket), .text(facts),
    ]
  }
}

extension Payment {
  /// The columns of ``journalValues``.
  static let journalColumns = [
    "user_id", "claimed_user_id", "store_code", "product_seq", "price", "currency",
  ]

  var journalValues: [Value] {
    [
      .text(confirmedUser?.text), .text(claimedUser?.text), .text(storeCode?.text),
      .integer(productSeq), .text(purchase.price?.digits), .text(purchase.currency),
    ]
  }

  /// The assignments of an UPDATE. A known value is never replaced by NULL.
  ///
  /// - Parameter first: the number of the first of ``journalValues``.
  static func journalAssignments(from first: Int) -> String {
    journalColumns.enumerated().map { "\($1) = coalesce(?\(first + $0), \($1))" }
      .joined(separator: ", ")
  }
}
