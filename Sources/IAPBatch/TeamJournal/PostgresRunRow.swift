import Postgres

/// The row of a run, and the statements that change it.
///
/// The number alone does not name a run: after a restore, it can be given again. So each statement
/// names the number, the mark, which is unique, and the table, which a restore makes again.
struct PostgresRunRow: Sendable {
  let number: Int64
  let mark: String
  let identity: PostgresIdentity

  private static let own = "id = $1::bigint AND mark = $2::text AND tableoid = $3::oid"
  private static let isHeld = "ended IS NULL AND lease > clock_timestamp()"
  private static let extending = "clock_timestamp() + $4::bigint * interval '1 millisecond'"

  private var values: [PostgresValue] {
    [.integer(number), .text(mark), .integer(identity.table)]
  }

  private func values(_ lease: Duration) -> [PostgresValue] {
    values + [.integer(Int64(lease / .milliseconds(1)))]
  }

  /// Changes no row if the run is over.
  func extending(_ lease: Duration) -> PostgresStatement {
    PostgresStatement(
      "UPDATE iapctl.run SET lease = \(Self.extending) WHERE \(Self.own) AND \(Self.isHeld)",
      values(lease), named: "extend")
  }

  /// Fails with a division by zero unless this is the next transaction of an active run.
  func fence(_ step: Int64, _ lease: Duration) -> PostgresStatement {
    PostgresStatement(
      """
      WITH held AS (
        UPDATE iapctl.run SET step = $5::bigint + 1, lease = \(Self.extending)
        WHERE \(Self.own) AND \(Self.isHeld) AND step = $5::bigint RETURNING id)
      SELECT 1 / (SELECT count(*) FROM held)
      """, values(lease) + [.integer(step)], named: "fence")
  }

  /// Has no row if the journal was replaced.
  var state: PostgresStatement {
    PostgresStatement(
      "SELECT step, (\(Self.isHeld)) AS is_held FROM iapctl.run WHERE \(Self.own)", values)
  }

  /// Counts a transaction, so that an earlier one that was not answered is applied or never will be.
  /// Has no row if the journal was replaced, also by an earlier state of itself.
  func settling(_ step: Int64) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE iapctl.run SET step = step + 1 WHERE \(Self.own) AND step >= $4::bigint RETURNING step
      """, values + [.integer(step)])
  }

  func ending(at time: Int64) -> PostgresStatement {
    PostgresStatement(
      "UPDATE iapctl.run SET ended = $4::bigint WHERE \(Self.own)", values + [.integer(time)])
  }
}
