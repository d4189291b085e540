package import IAPCore
package import JSON

/// More than a statement of SQLite takes of three lists together.
private let longestList = 10_000

private func list<Element>(of element: JSONCodec<Element>) -> JSONCodec<[Element]> {
  .list(of: element, upTo: longestList)
}

private let marketsSummary = "codes of markets; default: all of them"

/// Asks for the products of some markets; all of them if none is named.
package struct ProductsRequest: Sendable {
  package var markets: [StoreCode]

  package init(markets: [StoreCode] = []) { self.markets = markets }

  static let fields = JSONFields(
    ProductsRequest(), [.defaulted("market", \.markets, list(of: .market), marketsSummary)])
}

/// Asks for something of a user in some markets; in all of them if none is named.
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

/// Asks for a page of an unconsumed list.
package struct UnconsumedRequest: Sendable {
  private var user: Identifier?
  private var isOfAllUsers = false
  private var query: UnconsumedQuery
  /// Where the page before ended; nil for the first page.
  package var cursor: String?

  package init(_ query: UnconsumedQuery, cursor: String? = nil) {
    (self.query, self.cursor) = (query, cursor)
    switch query.owner {
    case .user(let user): self.user = user
    case .everyone: isOfAllUsers = true
    }
  }

  /// The whole list that the page is of.
  package func wholeList() throws(JSONProblem) -> UnconsumedQuery {
    var query = query
    switch (user, isOfAllUsers) {
    case (_?, true): throw JSONProblem(place: "userID", problem: "not allowed with allUsers")
    case (nil, true): query.owner = .everyone
    case (let user?, false): query.owner = .user(user)
    case (nil, false): throw JSONProblem(place: "userID", problem: "missing")
    }
    return query
  }

  private init() { query = UnconsumedQuery(owner: .everyone) }

  static let fields = JSONFields(
    UnconsumedRequest(), reading: .closed,
    [
      .optional("userID", \.user, .name, "the user; required unless allUsers is true"),
      .defaulted("allUsers", \.isOfAllUsers, .flag, "default: false"),
      .defaulted("markets", \.query.markets, list(of: .market), marketsSummary),
      .defaulted(
        "productIdentifiers", \.query.products, list(of: .identifier), "default: all of them"),
      .defaulted("paymentSeqs", \.query.payments, list(of: .identifier), "default: all of them"),
      .optional("olderThan", \.query.age, age, "only purchases at least this old: 15m, 30d, P1M"),
      .optional("limit", \.query.limit, .integer(from: 0), "how many at most, in all pages"),
      .optional("cursor", \.cursor, .text, "where the page before ended; default: the first page"),
    ])

  private static let age = JSONCodec<String>.text.map(write: \CalendarPeriod.description) {
    text throws(JSONProblem) in
    guard let age = CalendarPeriod(text) else { throw .not("a duration") }
    return age
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
    ])

  static let consumeRequest = JSONFields(
    ConsumeRequest(paymentSeq: ""), reading: .closed,
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

  /// To be set behind the name of the selection.
  fileprivate var statuses: [SubscriptionStatus] {
    get { if case .statuses(let statuses) = selection { statuses } else { [] } }
    set { if case .statuses = selection { selection = .statuses(newValue) } }
  }
}
