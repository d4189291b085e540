package import Languages

/// All that is known of an error code: a row of the tables of errors.
package struct ErrorRow: Hashable, Sendable {
  /// The exit status of a command that ends with the error, unless its reason says otherwise.
  package let exit: Int32
  /// The result code with which the IAP server reports the error.
  package let wire: ServerCode
  /// What the SDK's guide says; for iapctl's own errors, a short phrase.
  package let meaning: Sentence
  /// The situation in which the error occurs. Lower-case, without a full stop.
  package let when: String
  /// What to do, as an instruction that can be printed alone as a hint. Lower-case, without a full
  /// stop.
  package let remedy: String

  init(
    exit: Int32, wire: ServerCode = .unknown, _ meaning: Sentence, when: String, remedy: String
  ) {
    (self.exit, self.wire, self.meaning, self.when, self.remedy) = (
      exit, wire, meaning, when, remedy
    )
  }

  /// The remedy as a hint.
  package var advice: Sentence { Sentence(stringLiteral: remedy) }

  /// Whether the same call may succeed soon, if it was certainly not applied.
  package var isRetryable: Bool { exit == 69 || exit == 75 }

  /// The remedy of an error after which a payment may have been consumed.
  static let settleFirst = """
    a query can be repeated; if a consume was sent, neither grant nor revoke before it is \
    settled with: iapctl consume PAYMENT_SEQ --resume --only-unknown
    """

  /// The remedy of a refused consume.
  static let grantNothing = """
    grant nothing; if it may be the payment of a subscription, revoke nothing: a subscription is never \
    consumed; otherwise, if you granted just now, revoke it; if an earlier attempt ended with exit 7, \
    neither grant nor revoke before it is settled, which this shows: iapctl journal show PAYMENT_SEQ; then \
    check the payment number and the token, and consume again
    """

  /// The row of a code whose row is forgotten; a test finds it.
  static let missing = ErrorRow(exit: 70, "", when: "", remedy: "")
}

/// A code that has a row.
package protocol CataloguedCode: CaseIterable, Hashable, Sendable {
  static var domain: ErrorDomain { get }
  /// Nil for iapctl's own errors, which have only names.
  var number: Int? { get }
  var name: String { get }
  var row: ErrorRow { get }
}

extension CataloguedCode {
  package var meaning: Sentence { row.meaning }
  package var explanation: ErrorExplanation {
    ErrorExplanation(domain: Self.domain, code: number, name: name, row: row)
  }
}

extension IAPCode: CataloguedCode {
  package static let domain = ErrorDomain.iap
  package var row: ErrorRow { Self.rows[self] ?? .missing }
  package var number: Int? { rawValue }
  package var name: String { "\(self)" }
}

extension HTTPCode: CataloguedCode {
  package static let domain = ErrorDomain.http
  package var row: ErrorRow { Self.rows[self] ?? .missing }
  package var number: Int? { rawValue }
  package var name: String { "\(self)" }
}

extension ServerCode: CataloguedCode {
  package static let domain = ErrorDomain.server
  package var row: ErrorRow { Self.rows[self] ?? .missing }
  package var number: Int? { rawValue }
}

extension IAPError {
  /// The row of the error. The server's 5018 and the codes of Gamebase have their own.
  package var row: ErrorRow {
    isAlreadyConsumed ? ServerCode.alreadyConsumed.row : gamebase?.row ?? code.row
  }
}

extension IAPError.Code {
  package var row: ErrorRow { inTable.row }

  /// The code as one of its domain.
  var inTable: any CataloguedCode {
    switch self {
    case .iap(let code): code
    case .http(let code): code
    case .iapctl(let code): code
    }
  }
}
