/// The result of a call after all its attempts.
package struct CallResult<Body: Sendable>: Sendable {
  package var result: Result<Body, IAPError>
  /// How many times the request was sent or may have been sent; 0 only if it was certainly not
  /// sent.
  package var attempts: Int
  /// Whether an attempt before the last one may have been applied.
  package var priorUnknown: Bool
  /// Whether every further call would fail in the same way.
  package var stopsBatch: Bool
  /// See ``IAPError/callNumber``.
  package var callNumber: String?

  @_specialize(where Body == ConsumeReceipt)
  package init(
    _ result: Result<Body, IAPError>, attempts: Int = 1, priorUnknown: Bool = false,
    stopsBatch: Bool = false
  ) {
    self.result = result
    self.attempts = attempts
    self.priorUnknown = priorUnknown
    self.stopsBatch = stopsBatch
  }

  package static func notSent(_ error: IAPError) -> CallResult {
    CallResult(.failure(error.outcome == .unknown ? error.forUnsent : error), attempts: 0)
  }

  /// The same result, if an earlier attempt may have been applied.
  package var afterUnknown: CallResult {
    var call = self
    (call.result, call.priorUnknown) = (result.mapError(\.afterUnknown), true)
    return call
  }

  /// Whether the payment was consumed before.
  package var isAlreadyConsumed: Bool {
    if case .failure(let error) = result { error.isAlreadyConsumed } else { false }
  }

  /// Whether the server refused the call itself, and would refuse it again.
  package var isRefusal: Bool {
    guard case .failure(let error) = result, error.outcome == .notApplied else { return false }
    return error.serverCode != nil && !error.isAlreadyConsumed
  }
}

extension CallResult: Equatable where Body: Equatable {}

extension CallResult: Hashable where Body: Hashable {}
