import IAPCore
import IAPWire

/// A request, and how to decode its response.
struct APICall<Body: Sendable>: Sendable {
  private(set) var request: CallRequest
  /// Decodes the body of a response with status 200.
  let read: @Sendable ([UInt8]) -> DecodedResponse<Body>

  /// The same call with a lower limit for the length of its response, for calls that are sent at the
  /// same time: together they may not take more memory than one.
  func sharingLimit(of count: Int) -> APICall {
    var call = self
    call.request.http.responseLimit /= max(1, count)
    return call
  }

  /// The same call with the number of its attempts before.
  func numbered(_ number: String) -> APICall {
    var call = self
    call.request.setNumber(number)
    return call
  }

  /// The same call with its decoded response transformed.
  func map<Other>(
    _ transform: @escaping @Sendable (consuming Body) -> Other
  ) -> APICall<Other> {
    APICall<Other>(request: request) { bytes in read(bytes).map(transform) }
  }

  func flatMap<Other>(
    _ transform: @escaping @Sendable (Body) -> DecodedResponse<Other>
  ) -> APICall<Other> {
    APICall<Other>(request: request) { bytes in read(bytes).flatMap(transform) }
  }
}

/// The request of a call, and what is known of it.
struct CallRequest: Sendable {
  var http: HTTPRequest
  /// The market of the request; nil if it is for several markets or none.
  let market: StoreCode?
  /// The number of the call and the name of its header (``IAPError/callNumber``), if the dialect sends
  /// one. All attempts have the same.
  private(set) var number: String?
  /// Secrets in the request, which must not appear in messages.
  let secrets: [Secret]
  /// The payment of a consume, for messages; nil for other calls.
  let payment: Identifier?
  /// The error for a complete envelope with a failure code.
  let refusal: @Sendable (EnvelopeHeader) -> ServerRefusal

  /// - Parameter other: as ``number``.
  mutating func setNumber(_ other: String) {
    guard let number, let place = http.headers.firstIndex(where: { "\($0)" == number }) else {
      return
    }
    let name = http.headers[place].name
    http.headers[place] = HTTPHeader(name, String(other.dropFirst(name.count + 2)))
    self.number = other
  }
}

/// A page of a list, and the call for the next page.
struct ResponsePage<Element: Sendable>: Sendable {
  let answer: MarketResults<[Element]>
  /// Nil at the end.
  let next: (@Sendable () -> APICall<ResponsePage<Element>>)?

  init(
    _ answer: MarketResults<[Element]>,
    next: (@Sendable () -> APICall<ResponsePage<Element>>)? = nil
  ) {
    self.answer = answer
    self.next = next
  }
}
