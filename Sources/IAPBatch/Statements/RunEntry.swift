import IAPCore
import SQLite
import System

/// A run as a journal enters it.
struct RunEntry {
  let facts: RunFacts
  let process: Int64
  let began: Int64
  let ended: Int64?

  init(_ facts: RunFacts, process: Int64, began: Int64, ended: Int64?) {
    (self.facts, self.process, self.began, self.ended) = (facts, process, began, ended)
  }

  /// A run of this process. One that has ended is that of an annotation.
  init(_ facts: RunFacts, at now: Instant, isEnded: Bool) {
    self.init(
      facts, process: Int64(CurrentProcess.number), began: now.milliseconds,
      ended: isEnded ? now.milliseconds : nil)
  }

  var values: [Value] {
    [
      .text(facts.server.text), .text(facts.appKeyFingerprint), .text(facts.user),
      .text(facts.host), .text(facts.profile), .text(facts.ticket), .integer(process),
      .integer(began), .integer(ended),
    ]
  }
}

extension JournalStatement {
  /// Adds a run, and returns its number; in a database, after the runs were counted, also the time there.
  /// The values are those of ``RunEntry``, and in a database its mark, its lease in milliseconds, and its
  /// place.
  static let enterRun = Self(nil) { dialect in
    let columns: [JournalColumn] = [
      .text("server"), .text("fingerprint"), .text("operator"), .text("host"), .text("profile"),
      .text("ticket"), .integer("process"), .integer("began"), .integer("ended"),
    ]
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.enumerated().map { "$\($0 + 1)::\($1.type)" }.joined(separator: ", ")
    return switch dialect {
    case .file: "INSERT INTO iapctl.run (\(names)) VALUES (\(values)) RETURNING id"
    case .team:
      """
      INSERT INTO iapctl.run (\(names), id, mark, lease, place)
      SELECT \(values), runs, $10::text,
        clock_timestamp() + $11::bigint * interval '1 millisecond', $12::text
      FROM iapctl.format WHERE id = 1 RETURNING id, \(JournalDialect.databaseTime) AS now
      """
    }
  }
}
