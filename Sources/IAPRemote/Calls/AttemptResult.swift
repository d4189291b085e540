import IAPCore

/// The result of one attempt, and whether another attempt is allowed.
///
/// "Not sent" needs proof that no byte of the body was sent. "Refused" needs a complete envelope or
/// a final HTTP status. Every other failure is unknown.
struct AttemptResult<Body: Sendable>: Sendable {
  enum Again: Hashable, Sendable {
    /// After a delay that iapctl chooses.
    case later
    /// After the delay that the server asked for.
    case after(Duration)
  }

  let result: Result<Body, IAPError>
  /// Whether and when the call may be attempted again; nil if it may not.
  let again: Again?
  /// Whether every further call would fail in the same way.
  let stopsBatch: Bool
  /// Nil if the server did not ask to wait.
  var pause: ServerPause?
  /// Whether the request was sent or may have been sent.
  var isSent = false
  /// The status of a complete response.
  var status: Int?

  init(_ result: Result<Body, IAPError>, again: Again? = nil, stopsBatch: Bool = false) {
    self.result = result
    self.again = again
    self.stopsBatch = stopsBatch
  }

  /// Whether the attempt may have been applied.
  var isOpen: Bool {
    if case .failure(let error) = result { error.outcome == .unknown } else { false }
  }
}
