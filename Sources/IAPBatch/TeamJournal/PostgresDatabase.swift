import IAPCore
import Postgres
import System

/// A database with a journal, and the errors of its connections as a user sees them.
struct PostgresDatabase: Sendable {
  let address: PostgresAddress
  /// How long to wait for the database, and for the locks of other runs.
  let patience: Duration
  let local: LocalRuns

  /// The URL without its query.
  var name: String { address.name }

  /// A new limit, which a stop signal ends, too.
  var limit: PostgresConnection.Patience {
    PostgresConnection.Patience(until: Deadline(after: patience), canStop: true)
  }

  /// Connects, and checks that the database has a journal of this format.
  ///
  /// - Parameters:
  ///   - writes: whether a COMMIT must be durable.
  ///   - searches: whether few entries of all are wanted.
  func connect(
    writes: Bool, searches: Bool = false, _ limit: PostgresConnection.Patience
  ) throws -> PostgresConnection {
    let connection = try bareConnection(limit)
    let wait = max(1, patience / .milliseconds(1))
    let facts = try connection.run(
      [
        // A lock is never waited for without end, and a session that was cut off keeps none.
        PostgresStatement("SET lock_timeout = \(Int(wait))"),
        PostgresStatement("SET idle_in_transaction_session_timeout = 10000"),
        // Otherwise a NULL in an array would be the text 'NULL'.
        PostgresStatement("SET array_nulls = on"),
        PostgresStatement(PostgresSchema.session(searches: searches)),
      ] + (writes ? [PostgresStatement(PostgresSchema.durable(untilCommit: false))] : [])
        + [PostgresStatement(PostgresSchema.facts)], limit
    ).last?.rows.first
    try PostgresSchema.require(Int(facts?.integer("version") ?? 0), name)
    if writes { try requireDurability(facts) }
    return connection
  }

  /// Runs a transaction. A server warns if it did not wait until its standbys have a COMMIT.
  func requiringReplication<Answer>(
    by connection: PostgresConnection, _ body: () throws -> Answer
  ) throws -> Answer {
    let warnings = connection.warnings
    let answer = try body()
    guard connection.warnings == warnings else {
      throw errors.refused(why: "a COMMIT may not be replicated")
    }
    return answer
  }

  /// Connects without checking that the database has a journal.
  func bareConnection(
    _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(to: address, named: "iapctl", limit)
  }

  /// A server without these settings, such as CockroachDB, always waits for its disks.
  private func requireDurability(_ facts: PostgresRow?) throws(IAPError) {
    if facts?.text("fsync") == "off" { throw errors.notDurable(setting: "fsync = off") }
    guard let mode = facts?.text("synchronous"), !Self.durable.contains(mode) else { return }
    throw errors.notDurable(setting: "synchronous_commit = \(mode)")
  }

  private static let durable = ["on", "remote_apply"]

  // MARK: Errors

  /// Runs `body` and translates its errors for the user.
  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch let error as IAPError {
      throw error
    } catch let error as PostgresError {
      throw explain(error)
    } catch {
      throw .iapctl(.bug, .bug("\(error)"))
    }
  }

  var errors: JournalErrors { JournalErrors(of: name) }

  func explain(_ error: PostgresError) -> IAPError {
    switch error.kind {
    case .libraryMissing:
      .iapctl(
        .libraryMissing,
        .libraryMissing(
          .postgres, name: PostgresConnection.library, why: error.message))
    case .address: errors.badURL
    case .plaintext: errors.plaintext(host: error.message)
    case .login: errors.login(why: error.message)
    case .unreachable, .lost, .late: errors.unreachable(why: error.message)
    case .stopped: .iapctl(.interrupted, .stopped(signal: Signals.pending ?? 2))
    case .refused: refusal(error)
    }
  }

  /// The lease of the run is over, or another run has ended it.
  static let runOver = PostgresError(.refused, "the run is over")

  /// Another journal has taken the place of that of the run, or an earlier state of it.
  static let replaced = PostgresError(.refused, "the journal was replaced")

  /// A server that only follows another one.
  static let standby = PostgresError(
    .unreachable, "the server is a standby, which cannot be written")

  private func refusal(_ error: PostgresError) -> IAPError {
    if error == Self.runOver { return errors.runOver }
    if error == Self.replaced { return errors.replaced }
    if error.isOfSharedSession { return errors.sharedSession }
    if error.isMissingTable { return errors.absent }
    if error.isReadOnly { return errors.readOnly }
    if error.isMissingRight { return errors.noRight(why: error.message) }
    if error.isTimeOut || error.isConflict { return errors.busy(why: error.message) }
    return errors.refused(why: "\(error.message) [SQLSTATE \(error.code)]")
  }
}
