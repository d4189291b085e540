import IAPCore
import Languages

/// What people read of errors of servers and of what they offer: one row for each problem.
package enum ServerErrors {
  static func text(_ origin: String, _ problem: IAPError.ServerProblem) -> ErrorText {
    switch problem {
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
    case .otherEnvironment(let code, let message): otherEnvironment(origin, code, message)
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

  static func text(_ problem: IAPError.URLProblem) -> Sentence {
    switch problem {
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

  static func name(of kind: IAPError.IdentifierKind) -> Sentence {
    switch kind {
    case .user: Sentence("user", context: "identifier")
    case .product: Sentence("product", context: "identifier")
    case .payment: "payment number"
    }
  }

  /// Why an option does not work with an API.
  static func text(_ lack: IAPError.Lack) -> Sentence {
    switch lack {
    case .usersTogether: "lists one user at a time"
    case .productIdentifiers: "lists product numbers, not identifiers"
    case .purchaseTimes: "gives no times of purchase"
    case .transactions: "gives no order numbers"
    case .inactiveSubscriptions: "lists only active subscriptions"
    case .statuses: "gives no status"
    case .markets: "lists no markets"
    case .paymentsByNumber: "has no call that completes payments by their number"
    case .subscriptionsOnHold: "lists no subscriptions that are on hold"
    }
  }

  static func advice(_ alternative: IAPError.Alternative) -> Sentence {
    switch alternative {
    case .fixtureAPI:
      """
      the player buys it in the app. To try it without money, use a fixture store with --store PATH, or \
      a server of 'iapctl serve' with --api fixture
      """
    case .restoringApp:
      """
      only the app can restore what the store of the device has; the player starts that in the app. List \
      what is paid and not consumed with: iapctl unconsumed --user ID
      """
    case .startingApp:
      """
      the app completes a broken-off purchase when it starts the next time. If no app can, set the payment \
      to Success or to Refund in the IAP console (Transaction tab)
      """
    case .oneUser: "name the user with --user ID"
    case .storeConsole:
      "only the console of the app store shows it (App Store Connect, Google Play Console)"
    case .serviceAPI: "use --api service"
    case .serviceAPIWithPackage: "use --api service with --package NAME"
    case .serviceAPIWithAppSeq: "use --api service with the app's number: --app-seq N"
    case .gamebaseAPI: "only games on Gamebase can: --api gamebase"
    case .numbers: "give the app's number with --app-seq N, or the product's number with --product"
    case .paymentsByTime:
      """
      games on Gamebase have times: --api gamebase. Otherwise look up the times in the IAP console \
      (Transaction tab), then give these payments by number: iapctl consume PAYMENT_SEQ --user ID
      """
    case .storeReferenceKey:
      """
      look up the payment in the IAP console (Transaction tab, search by Store Reference Key), then \
      give it by number: iapctl consume PAYMENT_SEQ --user ID
      """
    case .listsAndConsole:
      """
      list what is stuck with: iapctl unconsumed --user ID; what iapctl has consumed with: iapctl \
      journal list; only the IAP console has all payments (Transaction tab)
      """
    }
  }

  static func remedy(_ library: IAPError.Library) -> Sentence {
    switch library {
    case .curl: "install it: 'apt-get install libcurl4'; fixture stores need no library"
    case .microHTTPD:
      "install GNU libmicrohttpd: 'apt-get install libmicrohttpd12' or 'brew install libmicrohttpd'"
    case .postgres: "install libpq: 'apt-get install libpq5' or 'brew install libpq'"
    }
  }

  static var hostOfThisMachine: Sentence {
    "name an address of this machine, such as 127.0.0.1 or ::1"
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
    "check the app key; 'iapctl config show' shows its source"
  }
}
