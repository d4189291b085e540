package import IAPCore
import JSON

/// The dialect `fixture`: every operation of ``IAPService``, with all fields.
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
  static let traits = WireTraits(
    credential: .appKey, hasExactErrors: true, needsToken: false,
    listsProductIdentifiers: true, listsTransactions: true, findsPayments: true, listsTimes: true,
    namesAppSeq: false, namesPackage: false, missing: [:])

  package static let products = WireOperation(
    .fixture, "/fixture/v1/products", "the products, in use or not", .lookup,
    JSONFields([StoreCode](), [.defaulted("market", \.self, list(of: .market), marketsSummary)]),
    answer(of: "products", product))

  package static let deferred = WireOperation(
    .fixture, "/fixture/v1/deferred", "the promotion products that a user deferred", .query,
    UserRequest.fields.filter { $0 != "sdk" }, answer(of: "products", product))

  package static let purchase = WireOperation(
    .fixture, "/fixture/v1/purchase", "buy a product", .changeOfOne, purchaseRequest,
    purchaseOutcome)

  package static let unconsumed = WireOperation(
    .fixture, "/fixture/v1/unconsumed",
    "purchases that are paid and verified but not consumed, oldest first", .query,
    UnconsumedRequest.fields,
    WirePage.codec(
      "UnconsumedPage", MarketResults([]), answerFields(of: "purchases", purchaseFields)))

  package static let payments = WireOperation(
    .fixture, "/fixture/v1/payments", "the payments in any state, oldest first", .query,
    PaymentsRequest.fields,
    WirePage.codec("PaymentsPage", [], [.required("payments", \.self, .list(of: stored.codec))]))

  package static let payment = WireOperation(
    .fixture, "/fixture/v1/payment",
    "what is known of a payment, by its number or its transaction", .query,
    JSONFields(
      "", reading: .closed,
      [
        .required(
          "paymentSeq", \.self, .name,
          "the payment's number, or the store's identifier of its charge")
      ]), histories)

  package static let consume = WireOperation(
    .fixture, "/fixture/v1/consume", "mark one payment as delivered", .changeOfOne, consumeRequest,
    consumeReceipt.codec)

  package static let subscriptions = WireOperation(
    .fixture, "/fixture/v1/subscriptions",
    "the subscriptions of a user, each by its latest payment", .query,
    subscriptionQuery, answer(of: "subscriptions", subscription))

  package static let restore = WireOperation(
    .fixture, "/fixture/v1/restore", "record purchases found in the user's store account", .change,
    UserRequest.fields, completionReport.codec)

  package static let reprocess = WireOperation(
    .fixture, "/fixture/v1/reprocess", "complete interrupted purchases", .change,
    UserRequest.fields,
    completionReport.codec)
}
