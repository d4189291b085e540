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
