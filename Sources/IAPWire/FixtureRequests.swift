package import IAPCore
package import JSON

/// The longest list in a request.
private let longestList = 10_000

func list<Element>(of element: JSONCodec<Element>) -> JSONCodec<[Element]> {
  .list(of: element, upTo: longestList)
}

private let sdkSummary =

  "the version of the app's SDK, such as 1.7.0, which must be able to verify the purchase"

let marketsSummary = "codes of markets; default: all of them"

/// Requests the products of some markets. An empty list means all markets.
package struct ProductsRequest: Sendable {
  package var markets: [StoreCode]

  package init(markets: [StoreCode] = []) { self.markets = markets }

  static let fields = JSONFields(
    ProductsRequest(), [.defaulted("market", \.markets, list(of: .market), marketsSummary)])
}

/// A request about a user in some markets. An empty list means all markets.
package struct UserRequest: Sendable {
  package var user: Identifier
  package var markets: [StoreCode]

  package init(_ user: Identifier, in markets: [StoreCode] = []) {
    (self.user, self.markets) = (user, markets)
  }

  static let fields = JSONFields(
    UserRequest(""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
    ])
}

/// Requests the completion of a user's purchases. An empty list means all markets.
package struct ReprocessRequest: Sendable {
  package var user: Identifier
  package var markets: [StoreCode]
  package var sdk: SDKVersion?

  package init(_ user: Identifier, in markets: [StoreCode] = [], sdk: SDKVersion? = nil) {
    (self.user, self.markets, self.sdk) = (user, markets, sdk)
  }

  static let fields = JSONFields(
    ReprocessRequest(""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .optional("sdk", \.sdk, .sdkVersion, sdkSummary),
    ])
}

extension JSONCodec where Value == CalendarPeriod {
  static var period: JSONCodec {
    JSONCodec<String>.text.map(write: \.description) { text throws(JSONProblem) in
      guard let period = CalendarPeriod(text) else { throw .not("a duration") }
      return period
    }
  }
}

extension FixtureAPI {
  static let purchaseRequest = JSONFields(
    PurchaseRequest(product: "", user: ""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .required("productIdentifier", \.product, .name, "the product"),
      .defaulted("storeCode", \.market, .storeCode, "the market; default: AS"),
      .optional("payload", \.payload, .text, "comes back in every result"),
      .defaulted("sandboxPayment", \.isSandbox, .flag, "default: false"),
      .defaulted(
        "storePayment", \.isPromotion, .flag, "started by the user in the store; default: false"),
      .defaulted(
        "deferred", \.isDeferred, .flag, "defer a promotion instead of buying it; default: false"),
      .optional(
        "simulation", \.simulation, .choice, "the simulated result, if it is not success"),
      .optional("sdk", \.sdk, .sdkVersion, sdkSummary),
    ])

  static let consumeRequest = JSONFields(
    Payment(""), reading: .closed,
    [
      .required("paymentSeq", \.paymentSeq, .paymentSeq, "its number"),
      .optional(
        "userID", \.user, .identifier,
        "if given, must be the user of the payment; default: not checked"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .optional(
        "accessToken", \.accessToken, .secret,
        "if given, must be the token of the payment; default: not checked"),
    ])

  static let subscriptionQuery = JSONFields(
    SubscriptionQuery(user: ""), reading: .closed,
    [
      .required("userID", \.user, .name, "the user"),
      .defaulted("markets", \.markets, list(of: .market), marketsSummary),
      .defaulted(
        "selection", \.selectionName, .choice,
        "active: those that give access now; statuses: those that are listed; default: active"),
      .defaulted(
        "statuses", \.statuses, list(of: .status), "names of statuses, such as CANCELED"),
    ])
}

private enum SelectionName: String, CaseIterable { case active, all, statuses }

extension SubscriptionQuery {
  fileprivate var selectionName: SelectionName {
    get {
      switch selection {
      case .active: .active
      case .all: .all
      case .statuses: .statuses
      }
    }
    set {
      selection =
        switch newValue {
        case .active: .active
        case .all: .all
        case .statuses: .statuses([])
        }
    }
  }

  /// Set only together with the selection `statuses`.
  fileprivate var statuses: [SubscriptionStatus] {
    get { if case .statuses(let statuses) = selection { statuses } else { [] } }
    set { if case .statuses = selection { selection = .statuses(newValue) } }
  }
}

/// The dialect `fixture` of the REST API: every operation of ``IAPService``, with all fields. The
/// client and the server both use these definitions. The app key is in the header
/// `X-NHN-TCIAP-AppKey`.
///
/// An empty list of markets means all markets. An optional member of a request may be null. An
/// unknown member is refused (1100).
///
/// An unconsumed list has pages. If `cursor` is not null, the same request with that `cursor`
/// returns the next page. Errors of markets and faults come with the first page only.
///
/// A consume request has one payment. So a fault or a lost connection affects the outcome of that
/// payment only.
package enum FixtureAPI {
  package static let products = FixtureOperation(
    "products", "the products, in use or not", .lookup, ProductsRequest.fields,
    answer(of: "products", product))

  package static let deferred = FixtureOperation(
    "deferred", "the promotion products that a user deferred", .query,
    UserRequest.fields, answer(of: "products", product))

  package static let purchase = FixtureOperation(
    "purchase", "buy a product", .changeOfOne, purchaseRequest, purchaseOutcome)

  package static let unconsumed = FixtureOperation(
    "unconsumed", "purchases that are paid and verified but not consumed, oldest first", .query,
    UnconsumedRequest.fields, UnconsumedPage.fields.codec)

  package static let consume = FixtureOperation(
    "consume", "mark one payment as delivered", .changeOfOne, consumeRequest,
    consumeReceipt.codec)

  package static let subscriptions = FixtureOperation(
    "subscriptions", "the subscriptions of a user, each by its latest payment", .query,
    subscriptionQuery, answer(of: "subscriptions", subscription))

  package static let restore = FixtureOperation(
    "restore", "record purchases found in the user's store account", .change,
    UserRequest.fields, completionReport.codec)

  package static let reprocess = FixtureOperation(
    "reprocess", "complete interrupted purchases", .change, ReprocessRequest.fields,
    completionReport.codec)
}

/// An operation of the dialect: its path, its request and its response.
package struct FixtureOperation<Request: Sendable, Response: Sendable>: Sendable {
  package enum Effect: Sendable {
    /// A query with its request in the query of the URL, as lists of strings.
    case lookup
    case query
    case change
    /// A change of one payment. Its request and its response are short.
    case changeOfOne
    /// A change by which a test steers the store. It is made by itself, not together with others.
    case steering
  }

  package let path: String
  package let summary: String
  package let effect: Effect
  package let request: JSONFields<Request>
  package let response: JSONCodec<Response>

  init(
    _ name: String, _ summary: String, _ effect: Effect, _ request: JSONFields<Request>,
    _ response: JSONCodec<Response>
  ) {
    path = "/fixture/v1/" + name
    (self.summary, self.effect, self.request, self.response) = (summary, effect, request, response)
  }
}
