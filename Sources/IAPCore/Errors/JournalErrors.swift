import Languages
import Text

/// The errors of a journal in a database.
package struct JournalErrors: Sendable {
  /// The URL of the journal without its query.
  let name: String

  package init(of name: String) { self.name = name }

  private func error(_ code: ConsoleCode, _ message: Sentence, hint: Sentence) -> IAPError {
    .iapctl(code, .text(ErrorText(message, hint: hint)))
  }

  package var badURL: IAPError {
    error(
      .configuration, "the journal \(name) has an invalid URL",
      hint: "write it as postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full")
  }

  /// The connection to another machine may be without TLS.
  package func plaintext(host: String) -> IAPError {
    error(
      .configuration,
      "the journal \(name) would be used without TLS, over the network to '\(host)'",
      hint: "add sslmode=verify-full to the URL")
  }

  package func unreachable(why: String) -> IAPError {
    error(
      .journalUnreachable, "the journal \(name) cannot be reached: \(why)",
      hint: "check the URL, the network and the database; nothing was sent")
  }

  /// The database has no journal.
  package var absent: IAPError {
    error(
      .journalUnreadable,
      "the journal \(name) does not exist: the database has no tables of iapctl",
      hint: """
        check the name of the database; the owner of the database makes a journal in it with: \
        iapctl journal init URL --role \(account)
        """)
  }

  package func older(format: Int, known supported: Int) -> IAPError {
    error(
      .journalUnreadable,
      "the journal \(name) has format \(format); this iapctl needs format \(supported)",
      hint: "read it with the iapctl that made it, and make a journal in another database")
  }

  package func newer(format: Int, known supported: Int) -> IAPError {
    error(
      .journalTooNew,
      "the journal \(name) has format \(format); this iapctl knows up to \(supported)",
      hint: Sentence("use the iapctl that made it, or a newer one", context: "journal"))
  }

  package func noRight(why: String) -> IAPError {
    error(
      .journalNotWritten, "the journal \(name) cannot be used by this account: \(why)",
      hint: """
        the owner of the database prints the rights to grant with: iapctl journal init URL --role \
        \(account)
        """)
  }

  /// The transactions of the account are read-only.
  package var readOnly: IAPError {
    error(
      .journalNotWritten,
      "the journal \(name) can only be read by this account: its transactions are read-only",
      hint: """
        with an account that may write, or after the owner of the database has set \
        default_transaction_read_only to off for this one, run the command again
        """)
  }

  /// The password is missing or wrong.
  package func login(why: String) -> IAPError {
    error(
      .configuration, "the journal \(name) refuses the login: \(why)",
      hint: """
        check the user in the URL, and put the password into ~/.pgpass, or into the file that \
        PGPASSFILE names
        """)
  }

  /// A setting lets the database lose what it has confirmed.
  package func notDurable(setting: String) -> IAPError {
    error(
      .journalNotWritten,
      "the journal \(name) may lose what it has confirmed: the database has \(setting)",
      hint: "the owner of the database has to change this setting")
  }

  package func busy(why: String) -> IAPError {
    error(
      .journalBusy,
      "the journal \(name) was kept locked by others for longer than the time-out: \(why)",
      hint: "try again in a moment")
  }

  package func refused(why: String) -> IAPError {
    error(
      .journalNotWritten,
      "the journal \(name) did not accept an entry: \(why)", hint: "see the log of the database")
  }

  /// The outcomes of payments that runs are working on were not imported.
  package func inUse(payments count: Int) -> IAPError {
    error(
      .journalBusy,
      """
      the journal \(name) has \(count) of the payments in use; their outcomes were not imported
      """, hint: "when those runs have ended, import the file again")
  }

  /// The lease of this run is over, so that others can claim its payments.
  package var runOver: IAPError {
    error(
      .journalNotWritten,
      """
      the journal \(name) has not heard of this run for so long that others may have claimed its \
      payments
      """, hint: checkConnection)
  }

  /// The database did not answer until the lease of this run was over.
  package func cutOff(why: String) -> IAPError {
    error(
      .journalNotWritten,
      """
      the journal \(name) could not be reached for so long that others may have claimed this \
      run's payments: \(why)
      """, hint: checkConnection)
  }

  /// The database was restored during a run, or another one took its place.
  package var replaced: IAPError {
    error(
      .journalNotWritten,
      """
      the journal \(name) was restored, made again or moved to another server while it was in \
      use; its last entries may be missing
      """,
      hint: """
        find out what happened to the database, then run again with --resume; until then grant \
        nothing
        """)
  }

  /// A pooler shares the sessions of the database between transactions.
  package var sharedSession: IAPError {
    error(
      .configuration,
      """
      the journal \(name) is reached through a connection pooler that shares connections between \
      transactions
      """,
      hint: """
        use session pooling (PgBouncer: pool_mode = session), or connect to the database directly
        """)
  }

  /// The database cannot store each character.
  package func encoding(_ encoding: String) -> IAPError {
    error(
      .configuration,
      """
      the journal \(name) cannot be made in this database, whose encoding \(encoding) does not \
      have all characters
      """,
      hint: "make another database with: createdb --encoding UTF8 --template template0 NAME")
  }

  /// The account that the URL names, or a word to fill in.
  private var account: String {
    let parts = name.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let authority = parts.count > 2 ? parts[2] : ""
    guard let end = authority.lastIndex(of: "@"), end > authority.startIndex,
      !authority.contains("%")
    else { return "ACCOUNT" }
    return ShellText.quoted(String(authority[..<end]))
  }

  private var checkConnection: Sentence {
    "check the connection to the database, then run again with --resume"
  }
}
