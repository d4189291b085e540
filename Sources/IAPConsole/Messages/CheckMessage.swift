import IAPCore

/// What the checks of a profile show, by its id and its values.
enum CheckMessage: Hashable, Sendable {
  case place(PlaceName)
  /// Plain http to this machine.
  case notEncrypted
  case noAppKey(api: String)
  /// The check was not made, because the server was not reached.
  case notReached
  /// The check was not made, because the server refused the app key.
  case keyRefused
  /// No market answered, so that it is not known whether the app key is accepted.
  case noAnswer
  /// How far the clock of the server is ahead of this machine, in seconds; negative if behind.
  case clock(ahead: Int64)
  case noServerTime
  case setClock
  case journal(path: String)
  /// The first consume makes the journal.
  case newJournal(path: String)
  /// Consumes on a fixture store are recorded only if a journal is named.
  case noJournalOfStore
  /// What to do about a failed check.
  ///
  /// - Parameter error: the error of the check; nil if the clock differs.
  case remedy(check: String, profile: Identifier?, error: IAPError?)
  case passed(checks: Int, profiles: Int)
}
