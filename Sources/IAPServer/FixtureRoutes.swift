import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Records

/// The routes of the dialect `fixture`: each operation of ``FixtureAPI``, run on a store.
enum FixtureRoutes {
  static let routes = [
    Route(FixtureAPI.products, as: .products) { try $1.products(in: $0) },
    Route(FixtureAPI.deferred, as: nil, example: UserRequest("alice")) {
      try $1.deferredProducts(of: $0.user, in: $0.markets)
    },
    Route(
      FixtureAPI.purchase, as: .purchase,
      example: PurchaseRequest(product: "gem.100", user: "alice")
    ) { request, store, context in
      let outcome = try store.purchase(request)
      context.payment = outcome.payment
      return outcome
    },
    Route(
      FixtureAPI.unconsumed, as: .unconsumed,
      example: UnconsumedRequest(UnconsumedQuery(owner: .user("alice")))
    ) { try page($0, of: $1) },
    Route(FixtureAPI.payments, as: nil, example: PaymentsRequest(PaymentQuery())) {
      try page($0, of: $1)
    },
    Route(FixtureAPI.payment, as: nil, example: RouteTable.example.paymentSeq) {
      try $1.histories(of: $0)
    },
    Route(FixtureAPI.consume, as: .consume, example: Payment(RouteTable.example.paymentSeq)) {
      try $1.consumeOne($0)
    },
    Route(FixtureAPI.subscriptions, as: .subscriptions, example: SubscriptionQuery(user: "bob")) {
      try $1.subscriptions($0)
    },
    Route(FixtureAPI.restore, as: .restore, example: UserRequest("carol")) {
      try $1.restore($0)
    },
    Route(FixtureAPI.reprocess, as: .reprocess, example: UserRequest("carol")) {
      try $1.reprocess($0)
    },
  ]

  private static func page(
    _ request: UnconsumedRequest, of store: isolated FixtureStore
  ) throws -> WirePage<MarketResults<[Purchase]>> {
    let query = try request.wholeList()
    guard let cursor = try request.cursor.map(position) else {
      let (page, next) = try store.firstUnconsumed(query)
      return WirePage(page, cursor: next?.text)
    }
    let (purchases, next) = try store.read {
      try $0.unconsumed(query, after: cursor)
    }
    return WirePage(MarketResults(purchases), cursor: next?.text)
  }

  private static func page(
    _ request: PaymentsRequest, of store: isolated FixtureStore
  ) throws -> WirePage<[StoredPayment]> {
    let cursor = try request.cursor.map(position) ?? .start
    let (payments, next) = try store.read {
      try $0.payments(request.query, after: cursor)
    }
    return WirePage(payments, cursor: next?.text)
  }

  private static func position(_ cursor: String) throws(JSONProblem) -> PaymentCursor {
    guard let position = PaymentCursor(cursor) else {
      throw JSONProblem(place: "cursor", problem: "not a cursor of this server")
    }
    return position
  }
}

extension PurchaseOutcome {
  /// The payment that the purchase made; nil if it made none.
  fileprivate var payment: Identifier? {
    switch self {
    case .completed(let purchase): purchase.paymentSeq
    case .reserved(let payment), .interrupted(let payment), .pending(let payment): payment
    case .deferred: nil
    }
  }
}
