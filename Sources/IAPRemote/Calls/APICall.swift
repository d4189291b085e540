import IAPCore
import IAPWire

/// A request, and how to decode its response.
struct APICall<Body: Sendable>: Sendable {
  /// The market of the request; nil if it is for several markets or none.
  let market: StoreCode?
  /// The number of the call and the name of its header (``IAPError/callNumber``), if the dialect sends
  /// one. All attempts have the same.
  var number: String?
  private(set) var request: HTTPRequest
  /// Secrets in the request, which must not appear in messages.
  let secrets: [Secret]
  /// The payment of a consume, for messages; nil for other calls.
  var payment: Identifier?
  /// The error for a complete envelope with a failure code; nil for the usual
  /// ``ServerCodeMapping``.
  var refusal: (@Sendable (EnvelopeHeader) -> ServerRefusal)?
  /// Decodes the body of a response with status 200.
  let read: @Sendable ([UInt8]) -> DecodedResponse<Body>

  var isConsume: Bool { payment != nil }

  /// The same call with a lower limit for the length of its response, for calls that are sent at the
  /// same time: together they may not take more memory than one.
  func sharingLimit(of count: Int) -> APICall {
    APICall(
      market: market, number: number,
      request: request.limited(to: request.responseLimit / max(1, count)), secrets: secrets,
      payment: payment, refusal: refusal, read: read)
  }

  /// The same call with the number of its attempts before.
  func numbered(_ number: String) -> APICall {
    guard let own = self.number, own != number else { return self }
    var call = self
    call.number = number
    call.request = request.replacing(own, with: number)
    return call
  }

  /// The same call with its decoded response transformed.
  func map<Other>(
    _ transform: @escaping @Sendable (consuming Body) -> Other
  ) -> APICall<Other> {
    APICall<Other>(
      market: market, number: number, request: request, secrets: secrets, payment: payment,
      refusal: refusal
    ) { bytes in read(bytes).map(transform) }
  }

  func flatMap<Other>(
    _ transform: @escaping @Sendable (Body) -> DecodedResponse<Other>
  ) -> APICall<Other> {
    APICall<Other>(
      market: market, number: number, request: request, secrets: secrets, payment: payment,
      refusal: refusal
    ) { bytes in read(bytes).flatMap(transform) }
  }
}

/// A page of a list, and the call for the next page.
struct ResponsePage<Element: Sendable>: Sendable {
  let answer: MarketResults<Element>
  /// Nil at the end.
  let next: (@Sendable () -> APICall<ResponsePage<Element>>)?

  init(
    _ answer: MarketResults<Element>, next: (@Sendable () -> APICall<ResponsePage<Element>>)? = nil
  ) {
    self.answer = answer
    self.next = next
  }
}
