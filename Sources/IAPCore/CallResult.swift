/// What became of a call, with all its attempts.
package struct CallResult<Body: Sendable>: Sendable {
  package var result: Result<Body, IAPError>
  /// How often it was sent, or may have been; 0 only if it is certain that nothing was.
  package var attempts: Int
  /// Whether an attempt before the last may have happened.
  package var priorUnknown: Bool
  /// Whether every further call would fail in the same way.
  package var stopsBatch: Bool

  package init(
    _ result: Result<Body, IAPError>, attempts: Int = 1, priorUnknown: Bool = false,
    stopsBatch: Bool = false
  ) {
    self.result = result
    self.attempts = attempts
    self.priorUnknown = priorUnknown
    self.stopsBatch = stopsBatch
  }

  /// The result of a call of which nothing was sent.
  package static func notSent(_ error: IAPError) -> CallResult {
    CallResult(.failure(error.outcome == .unknown ? error.ofThoseBehind : error), attempts: 0)
  }

  /// The same result after an earlier attempt that may have happened.
  package var afterUnknown: CallResult {
    CallResult(
      result.mapError(\.afterUnknown), attempts: attempts, priorUnknown: true,
      stopsBatch: stopsBatch)
  }

  /// Whether the server refused the call itself, as it would every time.
  package var isRefusal: Bool {
    guard case .failure(let error) = result, error.outcome == .notApplied else { return false }
    return error.serverCode != nil && !error.isAlreadyConsumed
  }
}

extension CallResult: Equatable where Body: Equatable {}
extension CallResult: Hashable where Body: Hashable {}

extension CallResult<ConsumeReceipt> {
  /// Of a service that gave fewer results than it got requests: the payment may be consumed.
  package static var missing: CallResult {
    CallResult(
      .failure(
        IAPError(.iapctl(.bug), .bug("a payment was sent but has no answer"), outcome: .unknown)))
  }
}

extension Duration {
  /// `12.3 ms`
  package var inMilliseconds: String {
    let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
