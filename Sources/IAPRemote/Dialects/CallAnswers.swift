package import IAPCore
package import IAPWire

/// What the answers of a service prove, without a connection to it.
package struct CallAnswers: Sendable {
  private let dialect: any Dialect
  private let origin: String

  package init(_ api: WireDialect, _ access: RemoteAccess) {
    (dialect, origin) = (api.client(access, now: { Instant(0) }) { _ in }, access.origin)
  }

  /// What an answer to a consume proves.
  ///
  /// - Parameters:
  ///   - now: the real time.
  ///   - most: the remaining time for the whole call.
  package func consume(
    _ payment: Payment, _ answer: Result<HTTPResponse, TransportFailure>, now: Instant,
    most: Duration
  ) throws(IAPError) -> AttemptResult<ConsumeReceipt> {
    result(try dialect.consume(payment).flatMap { $0.answer(to: payment) }, answer, now, most)
  }

  /// What an answer says of the payment of a token.
  package func transaction(
    of token: Secret, _ answer: Result<HTTPResponse, TransportFailure>, now: Instant, most: Duration
  ) throws(IAPError) -> AttemptResult<PaymentTransaction> {
    result(try dialect.transaction(of: token), answer, now, most)
  }

  private func result<Body>(
    _ call: APICall<Body>, _ answer: Result<HTTPResponse, TransportFailure>, _ now: Instant,
    _ most: Duration
  ) -> AttemptResult<Body> {
    ResponseClassifier(
      request: call.request, origin: origin, now: now, most: most, stopped: { nil }
    ).result(of: answer, read: call.read)
  }
}
