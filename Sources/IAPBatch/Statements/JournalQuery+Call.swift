import IAPCore
import SQLite

/// The place of an entry in the order of a journal. In a file the number alone gives the order.
struct JournalPlace: Sendable {
  let time, attempt: Int64

  static let start = JournalPlace(time: .min, attempt: .min)

  fileprivate var values: [Value] { [.integer(time), .integer(attempt)] }
}

extension JournalCall {
  /// The page after a place of the order, of a call that selects the first one.
  func page(after place: JournalPlace) -> Self {
    var call = self
    call.values.replaceSubrange(0..<2, with: place.values)
    return call
  }
}

extension JournalQuery {
  static let pageSize = 1000

  /// Selects at most ``pageSize`` entries. A row whose `matches` is false does not match the
  /// query: it only says where the next page begins.
  ///
  /// Where most entries match, a page of a database has all that come next, so that it costs the same in a
  /// journal of any size: PostgreSQL would join all entries for each page otherwise.
  func firstPage(_ dialect: JournalDialect) -> JournalCall {
    let condition = condition(dialect)
    let end = " LIMIT \(Self.pageSize)"
    let statement = JournalStatement("page") { dialect in
      if dialect == .team, matchesMost {
        let page = "SELECT * FROM iapctl.attempt WHERE (at, id) > ($1::bigint, $2::bigint)"
        return Self.selection(
          dialect, from: "(\(page) ORDER BY at, id\(end))", matching: condition.text)
          + " ORDER BY attempt.at, attempt.id"
      }
      return Self.selection(dialect) + " WHERE \(condition.text) AND \(dialect.isAfter)" + end
    }
    return JournalCall(statement, JournalPlace.start.values + condition.values)
  }

  /// Selects one attempt.
  static func entry(_ attempt: Int64) -> JournalCall { JournalCall(one, [.integer(attempt)]) }
  private static let one = JournalStatement(nil) {
    "\(selection($0)) WHERE attempt.id = $1::bigint"
  }

  /// The columns that ``JournalRow`` and its reader need, in the order in which they read them.
  static func selection(
    _ dialect: JournalDialect, from attempts: String = "iapctl.attempt",
    matching condition: String = "TRUE"
  ) -> String {
    """
    SELECT (\(condition)) AS matches, attempt.id, attempt.run, (\(dialect.isHeld("run"))) AS is_at_work,
      \(dialect.place("run")) AS place, attempt.outcome, payment.outcome AS payment_outcome,
      CASE WHEN attempt.outcome = 'already-consumed' THEN
        EXISTS (SELECT 1 FROM iapctl.attempt AS item
          WHERE item.id = (\(dialect.lastCommand(of: "payment.id"))) AND item.action = 'deliver'
            AND item.outcome = 'done') ELSE FALSE END AS is_delivered,
      payment_seq, user_id, claimed_user_id, store_code, product_seq, price, currency,
      attempt.ticket, error_domain, error_name, error_code, server_code, http_status, message,
      run.server, run.fingerprint, run.operator, run.host, run.profile, run.ticket AS run_ticket,
      attempt.action, attempt.began, attempt.ended, sends, prior_unknown, attempt.note,
      run.process, \(dialect.time("attempt")) AS place_time
    FROM \(attempts) AS attempt
      \(dialect.join) iapctl.payment AS payment ON payment.id = attempt.payment
      \(dialect.join) iapctl.run AS run ON run.id = attempt.run
    """
  }

  /// Whether most entries of a journal are selected, as far as can be known.
  var matchesMost: Bool {
    guard user == nil, ticket == nil, `operator` == nil, since == nil, until == nil else {
      return false
    }
    return selection == .latest || selection == .everything
  }

  /// Parts of a condition. Their values are numbered from `$3`.
  private struct Conditions {
    var texts: [String] = []
    var values: [Value] = []

    mutating func require(_ value: Value?, _ text: (_ place: String) -> String) {
      guard let value else { return }
      values.append(value)
      texts.append(text("$\(values.count + 2)"))
    }
  }

  private func condition(_ dialect: JournalDialect) -> (text: String, values: [Value]) {
    var all = Conditions()
    switch selection {
    case .latest where includesNotes:
      all.texts.append("(\(dialect.isLatest) OR attempt.action = 'note')")
    case .latest: all.texts.append("\(dialect.isLatest)")
    case .unknown: all.texts.append("\(dialect.isLatest) AND \(Self.mayBeUnknown)")
    case .payment(let payment):
      all.require(.text(payment.withoutLeadingZeros.text)) { "payment_seq = \($0)" }
    case .everything: all.texts.append("TRUE")
    }
    all.require(user.map { .text($0.text) }) { "coalesce(user_id, claimed_user_id) = \($0)" }
    requireAuthor(of: &all, dialect)
    if !includesFixtures { all.texts.append("run.server NOT LIKE 'fixture:%'") }
    // Of an address, the numbers of each API that has its own: `host` and `host/gamebase`, under all names.
    all.require(server.map { .text($0.text) }) {
      let part = "substr(server, 1, length(\($0)) + 1) = \($0) || '/'"
      let first = "SELECT \($0)::text UNION SELECT server FROM pair WHERE \(part)"
      return dialect.isOne("run.server", of: Issuer.names(dialect, from: first))
    }
    if let issuer {
      all.values += [.text(issuer.server.text), .text(issuer.fingerprint)]
      let (server, key) = ("$\(all.values.count + 1)::text", "$\(all.values.count + 2)::text")
      let names = Issuer.names(dialect, server: server, fingerprint: key)
      all.texts.append(dialect.isOne("run.server", of: names))
    }
    all.require(since.map { .integer($0.milliseconds) }) { "attempt.began >= \($0)::bigint" }
    all.require(until.map { .integer($0.milliseconds) }) { "attempt.began < \($0)::bigint" }
    if !markets.isEmpty {
      let places = markets.indices.map { "$\(all.values.count + 3 + $0)" }.joined(separator: ", ")
      all.texts.append("store_code IN (\(places))")
      all.values += markets.map { .text($0.text) }
    }
    return (all.texts.joined(separator: " AND "), all.values)
  }

  /// Requires the ticket and the operator. Of the latest entries, those of payments are selected of which any
  /// entry has both; a note has its own, which is not that of its payment.
  private func requireAuthor(of all: inout Conditions, _ dialect: JournalDialect) {
    let isOfPayments = selection == .latest || selection == .unknown
    let (entry, run) = isOfPayments ? ("item", "author") : ("attempt", "run")
    let others = all.texts
    all.texts = []
    all.require(ticket.map { .text($0) }) { "\($0) IN (\(entry).ticket, \(run).ticket)" }
    all.require(`operator`.map { .text($0) }) { Self.names(operator: $0, of: run) }
    if isOfPayments, !all.texts.isEmpty {
      let own = "(item.id = attempt.id OR \(dialect.isLatest) AND item.action <> 'note')"
      let author = ([own] + all.texts).joined(separator: " AND ")
      all.texts = [
        """
        EXISTS (SELECT 1 FROM iapctl.attempt AS item JOIN iapctl.run AS author ON author.id = item.run
          WHERE item.payment = attempt.payment AND \(author))
        """
      ]
    }
    all.texts = others + all.texts
  }

  /// The condition for a payment whose outcome may be unknown: it is recorded as unknown, or a consume has
  /// begun and not ended.
  private static let mayBeUnknown =
    "(payment.outcome = 'unknown' OR (payment.open = attempt.id AND attempt.action = 'consume'))"

  /// The condition for an operator of a name: `kim`, or `Mina (kim)`, which either of the two finds. It
  /// compares texts: in a pattern, `_` and `%` would find others.
  ///
  /// - Parameters:
  ///   - name: the place of the value.
  ///   - run: the run's table.
  private static func names(operator name: String, of run: String) -> String {
    """
    (\(run).operator = \(name) OR substr(\(run).operator, 1, length(\(name)) + 2) = \(name) || ' ('
      OR length(\(run).operator) > length(\(name)) + 3
        AND substr(\(run).operator, length(\(run).operator) - length(\(name)) - 2) = ' (' || \(name) || ')')
    """
  }
}
