/// The errors of the SDK's HTTP client. What the guide says of each code is ``ErrorRow/meaning``.
extension HTTPCode {
  package static let rows: [HTTPCode: ErrorRow] = [
    .networkNotAvailable: ErrorRow(
      exit: 69, "Network is unavailable",
      when: """
        the server cannot be reached: its name is unknown, the connection is refused or breaks, \
        or its certificate is not trusted; a consume that was sent may have happened; in a \
        fixture store only as a fault
        """,
      remedy: """
        check the network, the host's name and its certificate, then try again; \(settleFirst)
        """),
    // The HTTP status decides the exit status.
    .requestFailed: ErrorRow(
      exit: 76, "HTTP Status Code is not 200 or can not read request",
      when: """
        the HTTP status is not 200: 401 or 403 if the app key is refused, 429 if the server asks \
        to wait, another 3xx or 4xx if the URL is wrong; after 408, 409, 425, a 5xx, or a 2xx \
        that is not 200, a consume may have happened; in a fixture store only as a fault
        """,
      remedy: """
        act on the status: check the app key (401, 403), wait (429, 503), check the URL (other \
        3xx and 4xx); \(settleFirst)
        """),
    .requestTimeout: ErrorRow(
      exit: 69, "Timeout",
      when: """
        no answer came in time; a consume that was sent may have happened; in a fixture store \
        only as a fault
        """,
      remedy: "a query can be repeated, if necessary with a longer --timeout; \(settleFirst)"),
    .requestInvalid: ErrorRow(
      exit: 76, wire: .invalidParameters, "Request is invalid",
      when: """
        the server refused the request itself with code 1100, 2111 or 2112; in a fixture store \
        only as a fault
        """,
      remedy: """
        nothing was applied: correct the values that were given; if they are correct, report a \
        bug in the program that sent them
        """),
    .urlInvalid: ErrorRow(
      exit: 64, "URL is invalid",
      when: """
        the URL of the server is invalid, or contains more than scheme, host and port; in a \
        fixture store only as a fault; the same number means "cancelled" in the legacy client, \
        and "already consumed" on Android
        """,
      remedy: "give only scheme, host and port, such as https://api-iap.cloud.toast.com"),
    .responseInvalid: ErrorRow(
      exit: 76, "Response is invalid",
      when: """
        the answer is not the documented JSON, contradicts itself, or lacks the result of a \
        consume; the consume may have happened; in a fixture store only as a fault
        """,
      remedy: """
        check that the URL is the IAP server's, and that no proxy answers in its place; \
        \(settleFirst)
        """),
    .alreadyInProgress: ErrorRow(
      exit: 75, "Request is already in progress",
      when: "another run is consuming the same payment; in a fixture store only as a fault",
      remedy: """
        nothing was sent: wait for the other run and use its outcome; do not grant for this run
        """),
    .requiresSecureConnection: ErrorRow(
      exit: 64, "Do not set Allow Arbitrary Loads",
      when: """
        the URL is plain http, and its host is not this machine; in a fixture store only as a \
        fault
        """,
      remedy: "use https: over plain http, others can read the app key and the tokens"),
  ]

  private static let settleFirst =
    "if a consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume --only-unknown"
}
