import IAPBatch
import IAPCore
import IAPRemote
import IAPWire

/// The answers of a service as they come over HTTP, read by the client of iapctl.
final class SimulatedService: Sendable {
  static let origin = "https://iap.test"

  enum Answer {
    case success
    case code(Int)
    /// The receipt of another payment.
    case otherReceipt
    case status(Int, retryAfter: String?)
    case noJSON
    case failure(TransportFailure.Kind, isSent: Bool)

    /// Whether the consume may be sent again at once: it is not applied, or the server asks for it.
    var letsGoOn: Bool {
      switch self {
      case .failure(_, isSent: false), .status(429, _), .status(503, _): true
      default: false
      }
    }
  }

  let api: WireDialect
  private let reader: CallAnswers

  private init(_ api: WireDialect) {
    self.api = api
    reader = CallAnswers(
      api,
      RemoteAccess(
        origin: Self.origin, credential: Secret("a-key-of-a-simulated-world"), appID: "app",
        markets: [StoreCode("GG")]))
  }

  private static let gamebase = SimulatedService(.gamebase)
  private static let service = SimulatedService(.service)

  static func shared(_ api: WireDialect) -> SimulatedService {
    api == .gamebase ? gamebase : service
  }

  var traits: ServiceTraits { ServiceTraits(origin: Self.origin, needsToken: true) }

  func consume(
    _ payment: Payment, _ answer: Answer, of good: Good, now: Instant, most: Duration
  ) -> AttemptResult<ConsumeReceipt> {
    do throws(IAPError) {
      return try reader.consume(payment, response(answer, to: good), now: now, most: most)
    } catch {
      return AttemptResult(.failure(error))
    }
  }

  /// What the service says of the payment of a token.
  func transaction(
    _ token: Secret, _ answer: Answer, of good: Good, now: Instant, most: Duration
  ) -> AttemptResult<PaymentTransaction> {
    do throws(IAPError) {
      return try reader.transaction(
        of: token, transactionResponse(answer, of: good), now: now, most: most)
    } catch {
      return AttemptResult(.failure(error))
    }
  }

  private func response(
    _ answer: Answer, to good: Good
  ) -> Result<HTTPResponse, TransportFailure> {
    switch answer {
    case .success: body(Self.success + receipt(good.listed.productSeq ?? 0, good))
    case .otherReceipt: body(Self.success + receipt(1, good))
    default: failure(answer)
    }
  }

  private func transactionResponse(
    _ answer: Answer, of good: Good
  ) -> Result<HTTPResponse, TransportFailure> {
    guard case .success = answer else { return failure(answer) }
    let purchase = good.listed
    return body(
      Self.success + """
        {"paymentSeq": "\(good.number)", "productSeq": \(purchase.productSeq ?? 0), "currency": "KRW",
        "price": \(purchase.price?.digits ?? "1").0, "marketId": "GG", "accessToken": "token",
        "paymentId": "GPA.\(good.index)", "purchaseTime": "2025-12-31T13:38:56+09:00",
        "isTestPurchase": false, "productType": "CONSUMABLE", "userId": "\(good.user)",
        "isConsumable": \(!good.isConsumed && !good.isRefunded)}}
        """)
  }

  private static let success = """
    {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"}, "result":
    """

  private func receipt(_ product: Int64, _ good: Good) -> String {
    let price = good.listed.price?.digits ?? "1"
    return api == .gamebase
      ? """
      {"price": \(price).0, "currency": "KRW", "productSeq": \(product), "marketId": "GG"}}
      """
      : #"{"price": \#(price), "currency": "KRW", "productSeq": \#(product)}}"#
  }

  private func failure(_ answer: Answer) -> Result<HTTPResponse, TransportFailure> {
    switch answer {
    case .code(let code):
      body(
        """
        {"header": {"isSuccessful": false, "resultCode": \(code), "resultMessage": "no"}}
        """)
    case .status(let status, let wait):
      .success(
        HTTPResponse(status: status, headers: HTTPHeaders(retryAfter: wait)))
    case .failure(let kind, let isSent):
      .failure(TransportFailure(kind, isSent: isSent, detail: "a fault of the world"))
    default: body("<html>")
    }
  }

  private func body(_ text: String) -> Result<HTTPResponse, TransportFailure> {
    .success(HTTPResponse(status: 200, body: Array(text.utf8)))
  }
}
