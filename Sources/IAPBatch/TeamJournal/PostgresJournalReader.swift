import IAPCore
import Postgres

/// Reads the entries of a journal in a database, page after page: memory is bounded, and no
/// transaction stays open meanwhile.
actor PostgresJournalReader {
  /// The place of an entry in the order.
  struct Place: Sendable {
    let time: Int64
    let attempt: Int64
  }

  static let start = Place(time: .min, attempt: .min)
  private static let pageSize = 1000

  private let query: JournalQuery
  private let database: PostgresDatabase
  private let connection: PostgresConnection
  /// Which runs have died on this machine, by their places.
  private var dead: [String: Bool] = [:]

  init(
    _ query: JournalQuery, in database: PostgresDatabase, _ connection: sending PostgresConnection
  ) {
    (self.query, self.database, self.connection) = (query, database, connection)
  }

  /// The entries after a place, and the place after them (nil after the last page). Returns nil if
  /// there are no more entries.
  func page(after place: Place) throws(IAPError) -> (page: [JournalEntry], next: Place?)? {
    var last: Place? = place
    while let here = last {
      let rows = try database.explained {
        try connection.run(statement(after: here), database.limit(canStop: true)).rows
      }
      last = rows.count < Self.pageSize ? nil : rows.last.map(Place.init)
      var entries: [JournalEntry] = []
      for row in rows where row.flag("matches") {
        if let entry = try entry(row) { entries.append(entry) }
      }
      if !entries.isEmpty { return (entries, last) }
    }
    return nil
  }

  private func hasDied(_ place: String?) -> Bool {
    guard let place else { return false }
    if let known = dead[place] { return known }
    dead[place] = database.local.hasDied(place)
    return dead[place] ?? false
  }

  /// Where most entries match, a page has all that come next, so that it costs the same in a journal of any
  /// size: PostgreSQL would join all entries for each page otherwise.
  private func statement(after place: Place) -> PostgresStatement {
    let (condition, isWhole) = (query.postgresCondition, query.matchesMost)
    let next = "(at, id) > ($1::bigint, $2::bigint) ORDER BY at, id LIMIT \(Self.pageSize)"
    return PostgresStatement(
      isWhole
        ? Self.text(from: "(SELECT * FROM iapctl.attempt WHERE \(next))", matching: condition.text)
          + " ORDER BY attempt.at, attempt.id"
        : Self.text(where: condition.text) + " AND "
          + next.replacing("at, id", with: "attempt.at, attempt.id"),
      [.integer(place.time), .integer(place.attempt)] + condition.values, named: "page")
  }

  static func text(where condition: String) -> String {
    text(from: "iapctl.attempt", matching: "TRUE") + " WHERE \(condition)"
  }

  private static func text(from attempts: String, matching condition: String) -> String {
    """
    SELECT \(JournalRow.columns(of: .database)), attempt.at, run.place,
      (run.ended IS NULL AND run.lease > clock_timestamp()) AS is_at_work, (\(condition)) AS matches
    FROM \(attempts) AS attempt LEFT JOIN iapctl.payment AS payment ON payment.id = attempt.payment
      LEFT JOIN iapctl.run AS run ON run.id = attempt.run
    """
  }

  /// Nil if the entry does not match the query.
  private func entry(_ row: PostgresRow) throws(IAPError) -> JournalEntry? {
    let isAtWork = row.flag("is_at_work") && !hasDied(row.text("place"))
    let attempt = JournalRow(row)
    if query.selection == .unknown, !attempt.isUnknown(isAtWork: isAtWork) { return nil }
    guard let entry = attempt.entry(isAtWork: isAtWork) else {
      throw .iapctl(
        .journalTooNew,
        .journal(
          database.name,
          .refused(why: "attempt \(attempt.attempt) has an unknown action or outcome")))
    }
    return entry
  }
}

extension PostgresJournalReader.Place {
  fileprivate init(_ row: PostgresRow) {
    self.init(time: row.integer("at") ?? .max, attempt: row.integer("id") ?? .max)
  }
}

extension JournalQuery {
  /// Whether most entries of a journal are selected, as far as can be known.
  fileprivate var matchesMost: Bool {
    guard user == nil, ticket == nil, `operator` == nil, since == nil, until == nil else {
      return false
    }
    return selection == .latest || selection == .everything
  }

  /// The SQL condition of the query. Its values are numbered from `$3`.
  fileprivate var postgresCondition: (text: String, values: [PostgresValue]) {
    var texts: [String] = []
    var values: [PostgresValue] = []
    func require(_ text: (_ place: String) -> String, _ value: PostgresValue?) {
      guard let value else { return }
      values.append(value)
      texts.append(text("$\(values.count + 2)"))
    }
    switch selection {
    case .latest where includesNotes:
      texts.append("(\(Self.isLatest) OR attempt.action = 'note')")
    case .latest: texts.append(Self.isLatest)
    case .unknown: texts.append("\(Self.isLatest) AND \(JournalRow.mayBeUnknown)")
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
      let (server, key) = ("$\(values.count + 1)", "$\(values.count + 2)")
      texts.append("(run.server = \(server) OR run.fingerprint = \(key))")
    }
    require({ "attempt.began >= \($0)::bigint" }, since.map { .integer($0.milliseconds) })
    require({ "attempt.began < \($0)::bigint" }, until.map { .integer($0.milliseconds) })
    if !markets.isEmpty {
      require({ "store_code = ANY (\($0)::text[])" }, .array(markets.map { .text($0.text) }))
    }
    return (texts.joined(separator: " AND "), values)
  }

  /// The same as `=`, for which PostgreSQL expects one row: it would then join and sort the whole
  /// journal for each page. 1,000,000 entries take half a minute in this way, and hours in that.
  private static let isLatest = "payment.latest >= attempt.id AND payment.latest <= attempt.id"
}
