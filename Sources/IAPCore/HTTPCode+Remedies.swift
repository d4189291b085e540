extension HTTPCode: CataloguedCode {
  static let domain = ErrorDomain.http

  package var name: String { "\(self)" }

  /// Whether it passes by itself, as far as the code alone says it: of ``requestFailed`` the
  /// status decides.
  package var isRetryable: Bool { isRetryable(httpStatus: nil) }

  /// Whether it passes by itself. That says nothing of whether the call was applied.
  package func isRetryable(httpStatus: Int?) -> Bool {
    switch self {
    case .networkNotAvailable, .requestTimeout, .alreadyInProgress: true
    case .requestFailed: httpStatus == 429 || httpStatus == 503
    case .requestInvalid, .urlInvalid, .responseInvalid, .requiresSecureConnection: false
    }
  }

  var advice: Advice {
    let advice = serviceAdvice
    // A fixture store is asked without HTTP.
    let when = advice.when + "; in a fixture store only as a fault"
    return Advice(when: when + elsewhere, remedy: advice.remedy)
  }

  /// What the number means where it is easily taken for this one.
  private var elsewhere: String {
    self == .urlInvalid
      ? "; the same number means \"cancelled\" in the legacy client, and \"already consumed\" on "
        + "Android" : ""
  }

  private static let lookFirst =
    "look before you repeat a consume whose outcome is unknown"

  private var serviceAdvice: Advice {
    switch self {
    case .networkNotAvailable:
      Advice(
        when: "the server cannot be reached: its name is unknown, the connection is refused or "
          + "breaks, or its certificate is not trusted; a consume that had been sent may be done",
        remedy: "check the network, the host's name and its certificate, then try again; "
          + Self.lookFirst)
    case .requestFailed:
      Advice(
        when: "the HTTP status is not 200: 401 or 403 where the app key is refused, 429 where the "
          + "server asks to wait, another 3xx or 4xx where the address is wrong; after 408, 409, "
          + "425, a 5xx, or a 2xx that is not 200, a consume may be done all the same",
        remedy: "go by the status: check the app key (401, 403), wait (429, 503), check the URL "
          + "(other 3xx and 4xx); " + Self.lookFirst)
    case .requestTimeout:
      Advice(
        when: "no answer came in time; a consume that had been sent may be done",
        remedy: "a query can be asked again, with a longer --timeout if need be; " + Self.lookFirst)
    case .requestInvalid:
      Advice(
        when: "the server refuses the request itself: its codes 1100, 2111 and 2112",
        remedy: "nothing was applied: correct the values that were given; if they are right, "
          + "report a bug in the program that sent them")
    case .urlInvalid:
      Advice(
        when: "the URL of the server is not one, or is more than an origin",
        remedy: "give the origin alone, such as https://api-iap.cloud.toast.com")
    case .responseInvalid:
      Advice(
        when: "the answer is not the documented JSON, contradicts itself, or is a consume's "
          + "without a result; a consume that was answered so may be done",
        remedy: "check that the URL leads to the IAP server and that no proxy answers for it; "
          + Self.lookFirst)
    case .alreadyInProgress:
      Advice(
        when: "the same payment is being consumed by another run",
        remedy: "nothing was sent: let the other run end and go by its outcome; grant nothing on "
          + "this one")
    case .requiresSecureConnection:
      Advice(
        when: "the URL is plain http, to a host that is not this machine",
        remedy: "use https: over plain http, app key and tokens can be read on their way")
    }
  }
}
