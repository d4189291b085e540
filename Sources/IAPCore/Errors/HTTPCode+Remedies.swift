extension HTTPCode: CataloguedCode {
  static let domain = ErrorDomain.http

  package var name: String { "\(self)" }

  /// Whether a retry can succeed, judged by the code alone. For ``requestFailed`` the HTTP status
  /// decides, and with it the exit status.
  package var isRetryable: Bool {
    switch self {
    case .networkNotAvailable, .requestTimeout, .alreadyInProgress: true
    case .requestFailed, .requestInvalid, .urlInvalid, .responseInvalid,
      .requiresSecureConnection:
      false
    }
  }

  var advice: Advice {
    let advice = serviceAdvice
    // A fixture store does not use HTTP.
    let when = advice.when + "; in a fixture store only as a fault"
    return Advice(when: when + elsewhere, remedy: advice.remedy)
  }

  /// A warning about other meanings of the same number.
  private var elsewhere: String {
    self == .urlInvalid
      ? "; the same number means \"cancelled\" in the legacy client, and \"already consumed\" on "
        + "Android" : ""
  }

  private static let settleFirst =
    "if a consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume"

  private var serviceAdvice: Advice {
    switch self {
    case .networkNotAvailable:
      Advice(
        when: "the server cannot be reached: its name is unknown, the connection is refused or "
          + "breaks, or its certificate is not trusted; a consume that was sent may have "
          + "happened",
        remedy: "check the network, the host's name and its certificate, then try again; "
          + Self.settleFirst)
    case .requestFailed:
      Advice(
        when: "the HTTP status is not 200: 401 or 403 if the app key is refused, 429 if the server "
          + "asks to wait, another 3xx or 4xx if the URL is wrong; after 408, 409, 425, a "
          + "5xx, or a 2xx that is not 200, a consume may have happened",
        remedy: "act on the status: check the app key (401, 403), wait (429, 503), check the URL "
          + "(other 3xx and 4xx); " + Self.settleFirst)
    case .requestTimeout:
      Advice(
        when: "no answer came in time; a consume that was sent may have happened",
        remedy: "a query can be repeated, if necessary with a longer --timeout; " + Self.settleFirst
      )
    case .requestInvalid:
      Advice(
        when: "the server refused the request itself with code 1100, 2111 or 2112",
        remedy:
          "nothing was applied: correct the values that were given; if they are correct, report "
          + "a bug in the program that sent them")
    case .urlInvalid:
      Advice(
        when: "the URL of the server is invalid, or contains more than scheme, host and port",
        remedy: "give only scheme, host and port, such as https://api-iap.cloud.toast.com")
    case .responseInvalid:
      Advice(
        when: "the answer is not the documented JSON, contradicts itself, or lacks the result of a "
          + "consume; the consume may have happened",
        remedy: "check that the URL is the IAP server's, and that no proxy answers in its place; "
          + Self.settleFirst)
    case .alreadyInProgress:
      Advice(
        when: "another run is consuming the same payment",
        remedy:
          "nothing was sent: wait for the other run and use its outcome; do not grant for this "
          + "run")
    case .requiresSecureConnection:
      Advice(
        when: "the URL is plain http, and its host is not this machine",
        remedy: "use https: over plain http, others can read the app key and the tokens")
    }
  }
}
