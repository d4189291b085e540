import Languages

extension IAPError {
  package enum ServerProblem: Hashable, Sendable {
    /// The name of the host has no address.
    case unresolved(why: String)
    case unreachable(why: String)
    case untrusted(why: String)
    case noAnswerInTime
    case answerCutOff(why: String)
    /// The app is of the sandbox and the server of the real environment, or the other way round.
    case otherEnvironment(code: Int, message: String?)
    /// With this HTTP status the server asked to send nothing before an instant that is too late for the
    /// call.
    case asksToWait(until: Instant, status: Int)
  }

  /// Why a text is not the address of a server.
  package enum URLProblem: Error, Hashable, Sendable {
    case invalidCharacter
    case noScheme
    case scheme(String)
    case userName
    /// It has a path, a query or a fragment.
    case path
    case noBracket
    case host
    case port
    /// Plain http to another machine.
    case plain
  }

  package enum IdentifierKind: Hashable, Sendable {
    case user, product, payment
  }

  package enum Library: Hashable, Sendable {
    case curl, microHTTPD, postgres
  }
}

extension IAPError.ServerProblem {
  func text(of origin: String) -> ErrorText {
    switch self {
    case .unresolved(let why):
      ErrorText(
        "\(origin) cannot be reached: \(Sentence(stringLiteral: why))",
        safeHint: "check the name of the host, and the name server (DNS) of this machine")
    case .unreachable(let why):
      ErrorText(
        "\(origin) cannot be reached: \(Sentence(stringLiteral: why))",
        safeHint: """
          check the address and its port, and the network (firewall, proxy), then try again
          """)
    case .untrusted(let why):
      ErrorText(
        "\(origin) cannot be trusted: \(Sentence(stringLiteral: why))",
        safeHint: """
          check the host's name, its certificate, and the clock of this machine; SSL_CERT_FILE can \
          name other certificates to trust
          """)
    case .noAnswerInTime:
      ErrorText(
        "no answer from \(origin) within the time-out",
        safeHint: "try again; if it happens again, use a longer --timeout")
    case .answerCutOff(let why):
      ErrorText(
        "the answer of \(origin) was lost: \(Sentence(stringLiteral: why))",
        safeHint: "check the network, then try again")
    case .otherEnvironment(let code, let message): Self.otherEnvironment(origin, code, message)
    case .asksToWait(let end, let status):
      ErrorText(
        """
        \(origin) asks to wait until \(end) (HTTP status \(status), Retry-After), which is longer than \
        --timeout; nothing is sent before that
        """, hint: "run the command again after \(end)")
    }
  }

  /// The app is of the sandbox and the server of the real environment, or the other way round.
  private static func otherEnvironment(
    _ origin: String, _ code: Int, _ message: String?
  ) -> ErrorText {
    ErrorText(
      """
      the app is of the sandbox and \(origin) of the real environment, or the other way round: \
      result code \(code)\(message.map { ": \($0)" })
      """,
      hint: "the requests went to \(origin): give the address of the app's environment with --url")
  }

  static func text(status: Int) -> ErrorText {
    switch status {
    case 401: ErrorText("the app key was refused (HTTP status 401)", safeHint: checkKey)
    case 403: ErrorText(answered(status), safeHint: checkKey)
    case 429, 503: ErrorText(answered(status), safeHint: "wait a minute, then try again")
    case 300..<500: ErrorText(answered(status), safeHint: "check the URL")
    default:
      ErrorText(
        answered(status),
        safeHint: "try again later; if it happens again, contact the operator of the server")
    }
  }

  private static func answered(_ status: Int) -> Sentence {
    "the server answered with HTTP status \(status)"
  }

  private static var checkKey: Sentence {
    "check the app key; to see its source: iapctl config show"
  }

  static var hostOfThisMachine: Sentence {
    "name an address of this machine, such as 127.0.0.1 or ::1"
  }
}

extension IAPError {
  func refusal(_ code: Int, _ message: Sentence?) -> Sentence {
    let meaning = meaningOfCode
    return outcome == .unknown
      ? Sentence(
        "the server refused with result code \(code)\(message)\(unsaid: meaning)",
        context: "unknown outcome")
      : "the server refused with result code \(code)\(message)\(unsaid: meaning)"
  }

  /// The phrase of the SDK's guide for a code, if the sentence itself says nothing of it. In English the
  /// name of the code says it.
  var meaningOfCode: Sentence? {
    meaning.map { Sentence(": \($0)", context: "meaning") }
  }
}

extension IAPError.URLProblem {
  var sentence: Sentence {
    switch self {
    case .invalidCharacter: "it contains an invalid character"
    case .noScheme: "it must begin with https://"
    case .scheme(let scheme): "the scheme is \(scheme), not https"
    case .userName: "it contains a user name"
    case .path: "it contains a path, a query or a fragment"
    case .noBracket: "']' is missing"
    case .host: "no valid host"
    case .port: "invalid port"
    case .plain: "plain http is allowed only to this machine; use https"
    }
  }
}

extension IAPError.IdentifierKind {
  var name: Sentence {
    switch self {
    case .user: Sentence("user", context: "identifier")
    case .product: Sentence("product", context: "identifier")
    case .payment: "payment number"
    }
  }
}

extension IAPError.Library {
  var remedy: Sentence {
    switch self {
    case .curl: "install it: 'apt-get install libcurl4'; fixture stores need no library"
    case .microHTTPD:
      "install GNU libmicrohttpd: 'apt-get install libmicrohttpd12' or 'brew install libmicrohttpd'"
    case .postgres: "install libpq: 'apt-get install libpq5' or 'brew install libpq'"
    }
  }
}
