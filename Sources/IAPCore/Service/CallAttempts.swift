/// The attempts of one call: how often it was sent, and whether one of them may have been applied.
package struct CallAttempts: Hashable, Sendable {
  /// The monotonic time after which there is no further attempt.
  package let end: Duration
  /// The number of the present attempt, from 1.
  package private(set) var number = 1
  private var sent = 0
  private var isOpen = false

  package init(until end: Duration) { self.end = end }

  /// Counts an attempt.
  ///
  /// - Parameter random: from 0 up to, but not including, 1.
  /// - Returns: how long to wait before another one; nil if there may be none.
  @_specialize(where Body == ConsumeReceipt)
  package mutating func wait<Body>(
    after attempt: AttemptResult<Body>, _ policy: RetryPolicy, random: Double
  ) -> Duration? {
    if attempt.isSent { sent += 1 }
    guard number <= policy.retries else { return nil }
    return switch attempt.again {
    case .later: policy.backoff(after: number, random: random)
    case .after(let duration): duration
    case nil: nil
    }
  }

  /// There is another attempt.
  package mutating func goOn<Body>(after attempt: AttemptResult<Body>) {
    isOpen = isOpen || attempt.isOpen
    number += 1
  }

  /// The result of the call, if this attempt was its last one.
  @_specialize(where Body == ConsumeReceipt)
  package func result<Body>(of attempt: AttemptResult<Body>) -> CallResult<Body> {
    var result = CallResult(
      attempt.result.mapError { $0.about(callNumber: attempt.callNumber) }, attempts: sent,
      stopsBatch: attempt.stopsBatch)
    result.callNumber = attempt.callNumber
    return isOpen ? result.afterUnknown : result
  }
}

/// One attempt to consume a payment.
package struct ConsumeAttempt: Hashable, Sendable {
  package let payment: Payment
  package var number = 1
  /// The ``IAPError/callNumber`` of the attempts before; nil for the first one.
  package var callNumber: String?
  /// The monotonic time at which the call must end; nil for the usual limit of the service.
  package var end: Duration?

  package init(
    _ payment: Payment, number: Int = 1, callNumber: String? = nil, until end: Duration? = nil
  ) {
    (self.payment, self.number, self.callNumber, self.end) = (payment, number, callNumber, end)
  }
}
