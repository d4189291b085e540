package import IAPCore
import JSON

/// The dialect `gamebase`: the server API of Gamebase, v1.3. An empty list of markets means all
/// markets, of an unconsumed list all but AMAZON. A member that is not documented is refused.
package enum GamebaseAPI {
  static let traits = {
    var traits = WireTraits(
      credential: .secretKey, needsAppID: true, callNumberHeader: "X-TCGB-Transaction-Id",
      usualOrigin: "https://api-gamebase.nhncloudservice.com", numberSpace: "gamebase",
      listsTransactions: true, listsTimes: true, unlistedMarkets: ["AMAZON"], namesAppSeq: false,
      readsTokens: true)
    traits.missing[.products] = .serviceAPIWithAppSeq
    return traits
  }()

  private static let path = "/tcgb-inapp/v1.3/apps/{appId}"

  /// The largest number of payments in a ``PaymentsRequest``.
  package static let mostPayments = 10

  // MARK: Requests

  /// Names a user and markets, and for subscriptions the app's package.
  package struct ListRequest: Sendable {
    package fileprivate(set) var user: Identifier
    package fileprivate(set) var markets: [StoreCode]
    package fileprivate(set) var package: String
    /// The statuses of inactive subscriptions of Google Play that are wanted too.
    fileprivate var statuses: [String] = []

    package init(
      _ user: Identifier, in markets: [StoreCode], package: String = "",
      includesOnHold: Bool = false
    ) {
      (self.user, self.markets, self.package) = (user, markets, package)
      if includesOnHold { statuses = [GamebaseAPI.onHold] }
    }

    package var includesOnHold: Bool { statuses.contains(GamebaseAPI.onHold) }

    fileprivate static let markets: [JSONField<ListRequest>] = [
      .defaulted(
        "marketIds", \.markets,
        JSONCodec<[StoreCode]>.list(of: .market).nullable.map(write: { $0 }) { $0 ?? [] },
        "market codes; empty, null or missing: all of them", isAlwaysWritten: true),
      .read(.init("marketId", .nullable(.text), isRequired: false, "deprecated: one market")) {
        value, request throws(JSONProblem) in
        guard let value, value != .null else { return }
        request.markets.append(try JSONCodec<StoreCode>.market.read(value))
      },
    ]
    fileprivate static let user = JSONField<ListRequest>.required(
      "userId", \.user, .name, "the user's ID in Gamebase")
  }

  /// A request, and the app that it is about.
  package struct OfApp<Request: Sendable>: Sendable {
    package private(set) var appID: Identifier
    package private(set) var request: Request

    package init(_ request: Request, of appID: Identifier) {
      (self.request, self.appID) = (request, appID)
    }

    fileprivate static func fields(
      _ blank: Request, _ members: [JSONField<Request>]
    ) -> JSONFields<OfApp> {
      JSONFields(
        OfApp(blank, of: ""), reading: .closed,
        [.required("appId", \.appID, .name, "the app's ID")] + members.map { $0.of(\.request) })
    }
  }

  // MARK: Operations

  package static let unconsumed = WireOperation(
    .gamebase, path + "/consumable", "purchases of a user that are not consumed, in all markets",
    .query, OfApp.fields(ListRequest("", in: []), ListRequest.markets + [ListRequest.user]),
    .list(of: payment.codec))

  package static let consume = WireOperation(
    .gamebase, path + "/consume", "mark a payment as delivered", .changeOfOne,
    OfApp.fields(Payment(""), paymentAndToken), receipt.codec)

  package static let transaction = WireOperation(
    .gamebase, path + "/payment/transaction", "the payment of an access token", .lookup,
    OfApp.fields(Secret(""), [.required("accessToken", \.self, argument, "its token")]),
    tokenPayment.codec)

  package static let subscriptions = WireOperation(
    .gamebase, path + "/active-subscriptions", "a user's active subscriptions", .query,
    OfApp.fields(
      ListRequest("", in: []),
      ListRequest.markets + [
        .required("packageName", \.package, .text, "the app's package"), ListRequest.user,
        .defaulted(
          "includeInactiveGoogleStatuses", \.statuses, .list(of: .text),
          "ON_HOLD: those of Google Play that are on hold too"),
      ]), .list(of: subscription.codec))

  package static let subscriptionsOfPayments = WireOperation(
    .gamebase, path + "/subscriptions/status", "the subscriptions of at most 10 payments", .query,
    OfApp.fields(
      [],
      [
        .required(
          "payments", \.self,
          .list(
            of: JSONFields(Payment(""), reading: .closed, paymentAndToken).codec, upTo: mostPayments
          ),
          "payments with their tokens")
      ]), .list(of: latestPayment.codec))

  private static let paymentAndToken: [JSONField<Payment>] = [
    .required("paymentSeq", \.paymentSeq, .paymentSeq, "its number"),
    .known("accessToken", \.accessToken, .secret, "its token"),
  ]

  /// A text in the query of a URL.
  private static let argument = JSONCodec<Secret>(
    .secret, write: { .array([.string($0.revealed)]) }
  ) { value throws(JSONProblem) in
    guard value.elements?.count == 1, let text = value.elements?.first?.text, !text.isEmpty else {
      throw .not("one text")
    }
    return Secret(text)
  }
}
