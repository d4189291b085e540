import IAPCore

extension IAPError.JournalProblem {
  var code: ConsoleCode {
    switch self {
    case .badURL, .plaintext, .login, .sharedSession, .encoding: .configuration
    case .unreachable: .journalUnreachable
    case .absent, .older: .journalUnreadable
    case .newer: .journalTooNew
    case .busy, .inUse: .journalBusy
    case .noRight, .readOnly, .notDurable, .refused, .runOver, .cutOff, .replaced:
      .journalNotWritten
    }
  }
}
