package import IAPCore
package import JSON

/// The dialect `fixture` of the REST API: every operation, with everything that ``IAPService``
/// answers. The client and the server are both made from it. Header `X-NHN-TCIAP-AppKey`.
///
/// No markets are all of them. What may be missing in a request may be null; a member that is not
/// known is refused (1100). An unconsumed list comes in pages: as long as `cursor` is not null, the
/// same request with that `cursor` asks for the next one; failures and faults come with the first.
/// A consume is one payment: its answer belongs to its request and no other, and a fault or a lost
/// connection leaves no other payment in doubt.
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

/// A call of the dialect: where it goes, what it asks and what is answered.
package struct FixtureOperation<Request: Sendable, Response: Sendable>: Sendable {
  package enum Effect: Sendable {
    /// A query whose request is behind the question mark of its address: lists of texts.
    case lookup
    case query
    case change
    /// A change of one purchase: its request and its answer are short.
    case changeOfOne
  }

  package let path: String
  /// One line, without a full stop.
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
