package import IAPCore
package import JSON

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
    "reprocess", "complete interrupted purchases", .change, UserRequest.fields,
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
