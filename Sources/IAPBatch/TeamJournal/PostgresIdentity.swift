import Postgres

/// What tells a journal in a database from one that took its place while a run was connected: a
/// restore, a schema that was made again, another server.
struct PostgresIdentity: Equatable, Sendable {
  /// Made by `journal init`.
  let journal: String
  /// The number of the table of runs. A restore makes the table again.
  let table: Int64
  /// The number of the database in its cluster, the cluster, and the cluster's timeline, which a
  /// standby changes when it is promoted, and a cluster when it is restored from an archive. Nil if
  /// the server has no such thing, or if this account may not know it.
  private(set) var database: String?
  private(set) var cluster: String?
  private(set) var timeline: String?

  /// Reads what the server at the other end of a connection has.
  init(of runner: PostgresRunner) throws(PostgresError) {
    let row = try runner.run([PostgresStatement(Self.facts)]).first?.rows.first
    (journal, table) = (row?.text("identity") ?? "", row?.integer("runs") ?? 0)
    database = try Self.fact(PostgresOnly.database, runner)
    cluster = try Self.fact(PostgresOnly.cluster, runner)
    timeline = try Self.fact(PostgresOnly.timeline, runner)
  }

  /// Whether the server only follows another one, and may be promoted at any time.
  var isStandby: Bool { timeline == PostgresOnly.standby }

  /// Whether both can be the same journal. What one of them does not know does not count.
  func agrees(with other: PostgresIdentity) -> Bool {
    func agree(_ part: KeyPath<PostgresIdentity, String?>) -> Bool {
      guard let mine = self[keyPath: part], let others = other[keyPath: part] else { return true }
      return mine == others
    }
    return (journal, table) == (other.journal, other.table) && agree(\.database)
      && agree(\.cluster) && agree(\.timeline)
  }

  private static let facts = """
    SELECT identity, CAST(CAST('iapctl.run' AS regclass) AS oid) AS runs FROM iapctl.format
    WHERE id = 1
    """

  /// Nil if the server refuses the question.
  private static func fact(
    _ text: String, _ runner: PostgresRunner
  ) throws(PostgresError) -> String? {
    do throws(PostgresError) {
      return try runner.run([PostgresStatement(text)]).first?.rows.first?.text("fact")
    } catch {
      guard error.kind == .refused else { throw error }
      return nil
    }
  }
}

/// Questions that only PostgreSQL answers. Without an answer, iapctl works as well.
enum PostgresOnly {
  static let database = """
    SELECT CAST(oid AS text) AS fact FROM pg_database WHERE datname = current_database()
    """
  static let cluster = "SELECT CAST(system_identifier AS text) AS fact FROM pg_control_system()"

  static let standby = "standby"

  /// The timeline is the beginning of the name of the log file. A standby does not know it.
  static let timeline = """
    SELECT CASE WHEN pg_is_in_recovery() THEN '\(standby)'
      ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS fact
    """
}
