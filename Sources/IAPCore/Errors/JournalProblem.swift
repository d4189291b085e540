import Languages

extension IAPError {
  /// A problem of a journal in a database.
  package enum JournalProblem: Hashable, Sendable {
    case badURL
    /// The connection to another machine may be without TLS.
    case plaintext(host: String)
    case unreachable(why: String)
    /// The database has no journal.
    case absent
    case older(format: Int, known: Int)
    case newer(format: Int, known: Int)
    case noRight(why: String)
    /// The transactions of the account are read-only.
    case readOnly
    /// The password is missing or wrong.
    case login(why: String)
    /// A setting lets the database lose what it has confirmed.
    case notDurable(setting: String)
    case busy(why: String)
    case refused(why: String)
    /// The outcomes of payments that runs are working on were not imported.
    case inUse(payments: Int)
    /// The lease of this run is over, so that others can claim its payments.
    case runOver
    /// The database did not answer until the lease of this run was over.
    case cutOff(why: String)
    /// The database was restored during a run, or another one took its place.
    case replaced
    /// A pooler shares the sessions of the database between transactions.
    case sharedSession
    /// The database cannot store each character.
    case encoding(String)
  }
}

extension IAPError.JournalProblem {
  func text(of name: String) -> ErrorText {
    switch self {
    case .badURL:
      ErrorText(
        "the journal \(name) has an invalid URL",
        hint: "write it as postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full")
    case .plaintext(let host):
      ErrorText(
        "the journal \(name) would be used without TLS, over the network to '\(host)'",
        hint: "add sslmode=verify-full to the URL")
    case .unreachable(let why):
      ErrorText(
        "the journal \(name) cannot be reached: \(why)",
        hint: "check the URL, the network and the database; nothing was sent")
    case .absent:
      ErrorText(
        "the journal \(name) does not exist: the database has no tables of iapctl",
        hint: """
          check the name of the database; the owner of the database makes a journal in it with: \
          iapctl journal init URL --role ACCOUNT
          """)
    case .older(let format, let supported):
      ErrorText(
        "the journal \(name) has format \(format); this iapctl needs format \(supported)",
        hint: "read it with the iapctl that made it, and make a journal in another database")
    case .newer(let format, let supported):
      ErrorText(
        "the journal \(name) has format \(format); this iapctl knows up to \(supported)",
        hint: Sentence("use the iapctl that made it, or a newer one", context: "journal"))
    case .noRight(let why):
      ErrorText(
        "the journal \(name) cannot be used by this account: \(why)",
        hint: """
          the owner of the database prints the rights to grant with: iapctl journal init URL --role \
          ACCOUNT
          """)
    case .readOnly:
      ErrorText(
        "the journal \(name) can only be read by this account: its transactions are read-only",
        hint: """
          with an account that may write, or after the owner of the database has set \
          default_transaction_read_only to off for this one, run the command again
          """)
    case .login(let why):
      ErrorText(
        "the journal \(name) refuses the login: \(why)",
        hint: """
          check the user in the URL, and put the password into ~/.pgpass, or into the file that \
          PGPASSFILE names
          """)
    case .notDurable(let setting):
      ErrorText(
        "the journal \(name) may lose what it has confirmed: the database has \(setting)",
        hint: "the owner of the database has to change this setting")
    case .busy(let why):
      ErrorText(
        "the journal \(name) was kept locked by others for longer than the time-out: \(why)",
        hint: "try again in a moment")
    case .refused(let why):
      ErrorText(
        "the journal \(name) did not accept an entry: \(why)", hint: "see the log of the database")
    case .inUse(let count):
      ErrorText(
        """
        the journal \(name) has \(count) of the payments in use; their outcomes were not imported
        """, hint: "when those runs have ended, import the file again")
    case .runOver:
      ErrorText(
        """
        the journal \(name) has not heard of this run for so long that others may have claimed its \
        payments
        """, hint: Self.checkConnection)
    case .cutOff(let why):
      ErrorText(
        """
        the journal \(name) could not be reached for so long that others may have claimed this \
        run's payments: \(why)
        """, hint: Self.checkConnection)
    case .replaced:
      ErrorText(
        """
        the journal \(name) was restored, made again or moved to another server while it was in \
        use; its last entries may be missing
        """,
        hint: """
          find out what happened to the database, then run again with --resume; until then grant \
          nothing
          """)
    case .sharedSession:
      ErrorText(
        """
        the journal \(name) is reached through a connection pooler that shares connections between \
        transactions
        """,
        hint: """
          use session pooling (PgBouncer: pool_mode = session), or connect to the database directly
          """)
    case .encoding(let encoding):
      ErrorText(
        """
        the journal \(name) cannot be made in this database, whose encoding \(encoding) does not \
        have all characters
        """,
        hint: "make another database with: createdb --encoding UTF8 --template template0 NAME")
    }
  }

  private static var checkConnection: Sentence {
    "check the connection to the database, then run again with --resume"
  }
}
