import IAPBatch
import IAPCore

/// What the journal's commands note, by its id and its values.
enum JournalMessage: Hashable, Sendable {
  case imported(PostgresJournal.Imported)
  case made
  /// - Parameter isNew: whether it was made now.
  case isNew(Bool)
  case entryWritten
  /// The page of a report.
  case pageWritten(path: String)
  case outcomeEntered(Identifier, path: String)

  // A list
  case empty(path: String)
  case noneMatch(path: String)
  case noneUnknown(path: String)
  /// All entries that match are of fixture stores, which are left out.
  case onlyFixtures(path: String)
  /// The payments are of several servers, which the table does not show.
  case servers(Int)
  /// The texts of notes, which the table does not show.
  case notes(Int)
}
