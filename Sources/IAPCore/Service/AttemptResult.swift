/// The result of one attempt of a call, and whether another attempt is allowed.
///
/// "Not sent" needs proof that no byte of the body was sent. "Refused" needs a complete envelope or
/// a final HTTP status. Every other failure is unknown.
package struct AttemptResult<Body: Sendable>: Sendable {
  package enum Again: Hashable, Sendable {
    /// After a delay that iapctl chooses.
    case later
    /// After the delay that the server asked for.
    case after(Duration)
  }

  package let result: Result<Body, IAPError>
  /// Whether and when the call may be attempted again; nil if it may not.
  package let again: Again?
  /// Whether every further call would fail in the same way.
  package let stopsBatch: Bool
  /// Nil if the server did not ask to wait.
  package var pause: ServerPause?
  /// Whether the request was sent or may have been sent.
  package var isSent: Bool
  /// The status of a complete response.
  package var status: Int?
  /// See ``IAPError/callNumber``. All attempts of a call have the same.
  package var callNumber: String?

  @_specialize(where Body == ConsumeReceipt)
  package init(
    _ result: Result<Body, IAPError>, again: Again? = nil, stopsBatch: Bool = false,
    isSent: Bool = false
  ) {
    (self.result, self.again, self.stopsBatch, self.isSent) = (result, again, stopsBatch, isSent)
  }

  /// The result of a service that answers at once, and whose calls are not repeated.
  package init(_ call: CallResult<Body>) {
    self.init(call.result, stopsBatch: call.stopsBatch, isSent: call.attempts > 0)
    callNumber = call.callNumber
  }

  /// Whether the attempt may have been applied.
  package var isOpen: Bool {
    if case .failure(let error) = result { error.outcome == .unknown } else { false }
  }
}

extension AttemptResult: Equatable where Body: Equatable {}
