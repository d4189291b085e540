/// An error of a database or of the connection to it. Its text has no secret.
package struct PostgresError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// libpq cannot be loaded.
    case libraryMissing
    /// The URL cannot be read.
    case address
    /// The connection to the host in the message may be without TLS.
    case plaintext
    /// No connection could be made, or the server refused it.
    case unreachable
    /// The server asked for a password, and there was none or a wrong one.
    case login
    /// The connection was lost: what was sent may have been executed.
    case lost
    /// The time is over: what was sent may have been executed.
    case late
    /// A signal asked the process to stop: what was sent may have been executed.
    case stopped
    /// The server refused a statement, and the transaction with it.
    case refused
  }

  package let kind: Kind
  /// The SQLSTATE; empty if the server did not send one.
  package let code: String
  package let message: String

  package init(_ kind: Kind, code: String = "", _ message: String) {
    (self.kind, self.code, self.message) = (kind, code, message)
  }

  /// Whether what was sent before the error may have been executed.
  package var mayBeApplied: Bool { kind == .lost || kind == .late || kind == .stopped }

  /// The server cannot be reached, or not any more.
  package var isOfConnection: Bool { kind == .unreachable || kind == .lost || kind == .late }

  /// Another transaction was in the way: the same one can be tried again.
  package var isConflict: Bool { ["40001", "40P01"].contains(code) }

  /// A lock of another transaction was held for too long, or a statement took too long.
  package var isTimeOut: Bool { ["55P03", "57014"].contains(code) }

  /// The tables, or one of their columns, do not exist.
  package var isMissingTable: Bool { ["42P01", "3F000", "42703"].contains(code) }

  /// A prepared statement of this connection is missing, or another connection's is there: a pooler
  /// gives the transactions of one connection to several sessions of the server.
  package var isOfSharedSession: Bool { ["26000", "42P05"].contains(code) }

  /// The transaction may only read: the account, the database or the server is set to that.
  package var isReadOnly: Bool { code == "25006" }

  package var isMissingRight: Bool { code == "42501" }

  /// A row with this key exists.
  package var isDuplicate: Bool { code == "23505" }

  package var isDivisionByZero: Bool { code == "22012" }

  /// Whether the server closes the connection after this error: it shuts down, starts up or has
  /// crashed, or a person or a time limit has ended the session.
  static func endsConnection(_ code: String) -> Bool {
    ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(code) || code.hasPrefix("08")
  }

  /// A message of the library in one line, without its line breaks.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      String(line.drop(while: \.isWhitespace))
    }.joined(separator: "; ")
  }
}
