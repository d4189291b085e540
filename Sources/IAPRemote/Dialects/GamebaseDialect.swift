import IAPCore
import IAPWire
import Synchronization

/// The server API of Gamebase: unconsumed payments of all markets in one call, with their times and
/// order numbers, and the payment of a token. No call names a single market, except if only one is
/// asked for.
struct GamebaseDialect: Dialect {
  static let wire = WireDialect.gamebase

  private let access: RemoteAccess
  private let make: RequestMaker
  private let appID: Identifier
  private let now: @Sendable () -> Instant
  private let tokenRefusals = TokenRefusals()

  /// - Parameter now: the real time, for queries by age.
  init(_ access: RemoteAccess, now: @escaping @Sendable () -> Instant) {
    (self.access, self.now) = (access, now)
    appID = access.appID ?? ""
    make = RequestMaker(
      Self.wire, access, refusal: Self.refusal(tokenRefusals, access.origin))
  }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<[Product]>>] {
    throw Self.refusal(of: .products)
  }

  // MARK: Unconsumed

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    let user = try Self.user(of: query)
    let latest = query.age.map { $0.subtracted(from: now()) ?? Instant.range.lowerBound }
    let markets = query.markets
    let request = GamebaseAPI.OfApp(GamebaseAPI.ListRequest(user, in: markets), of: appID)
    return [
      make.call(GamebaseAPI.unconsumed, request, in: Self.only(markets)).flatMap { rows in
        if let problem = Self.problem(of: rows, in: markets, isByTime: latest != nil) {
          return .invalid(problem)
        }
        var rows = rows
        for index in rows.indices { rows[index].userID = user }
        if let latest { rows.removeAll { $0.purchaseTime.map { $0 > latest } ?? true } }
        if let order = query.transaction {
          rows.removeAll { $0.transactionIdentifier?.isOrder(order) != true }
        }
        return .success(ResponsePage(MarketResults(Self.oldestFirst(rows))))
      }
    ]
  }

  /// The market of a call that asks for one only.
  private static func only(_ markets: [StoreCode]) -> StoreCode? {
    markets.count == 1 ? markets[0] : nil
  }

  /// Why a list does not answer the query.
  private static func problem(
    of rows: [Purchase], in markets: [StoreCode], isByTime: Bool
  ) -> String? {
    for (index, row) in rows.enumerated() {
      if let market = row.storeCode, !markets.isEmpty, !markets.contains(market) {
        return "result[\(index)].marketId is \(market), which was not asked for"
      }
      if isByTime, row.purchaseTime == nil { return "result[\(index)].purchaseTime is missing" }
    }
    return AnsweredPayments().problem(adding: rows)
  }

  private static func oldestFirst(_ rows: [Purchase]) -> [Purchase] {
    rows.enumerated().sorted { left, right in
      let (one, other) = (left.element.purchaseTime, right.element.purchaseTime)
      if one == other { return left.offset < right.offset }
      guard let one, let other else { return one != nil }
      return one < other
    }.map(\.element)
  }

  // MARK: One payment

  func consume(_ request: Payment) -> APICall<ConsumeReceipt> {
    make.consume(
      GamebaseAPI.consume, GamebaseAPI.OfApp(request, of: appID), of: request
    ).map { [tokenRefusals] answer in
      tokenRefusals.reset()
      return answer.receipt
    }
  }

  func transaction(of token: Secret) -> APICall<PaymentTransaction> {
    make.call(
      GamebaseAPI.transaction, GamebaseAPI.OfApp(token, of: appID), tokens: [token]
    ).map(\.transaction)
  }

  // MARK: Subscriptions

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<[Subscription]>>] {
    try Self.requireActive(query)
    return packages(of: query.markets).map { package, markets in
      let request = GamebaseAPI.ListRequest(
        query.user, in: markets, package: package, includesOnHold: query.includesOnHold)
      return make.call(
        GamebaseAPI.subscriptions, GamebaseAPI.OfApp(request, of: appID), in: Self.only(markets)
      ).map {
        MarketResults(
          $0.map { row in
            var subscription = row.subscription
            subscription.purchase.userID = subscription.purchase.userID ?? query.user
            return subscription
          })
      }
    }
  }

  /// The packages with their markets. A package of all markets is asked for in one call.
  private func packages(of markets: [StoreCode]) -> [(package: String, markets: [StoreCode])] {
    let packages = access.packages
    if packages.own.isEmpty { return packages.other.map { [($0, markets)] } ?? [] }
    var calls: [(package: String, markets: [StoreCode])] = []
    for market in asked(markets) {
      guard let package = packages[market] else { continue }
      if let index = calls.firstIndex(where: { $0.package == package }) {
        calls[index].markets.append(market)
      } else {
        calls.append((package, [market]))
      }
    }
    return calls
  }

  private func asked(_ markets: [StoreCode]) -> [StoreCode] {
    guard markets.isEmpty else { return markets }
    let others = access.packages.own.keys.filter { !access.markets.contains($0) }
    return access.markets + others.sorted { $0.text < $1.text }
  }

  func marketsWithoutPackage(_ markets: [StoreCode]) -> [StoreCode] {
    asked(markets).filter { access.packages[$0] == nil }
  }

  func subscriptions(of payments: [Payment]) -> [APICall<[Subscription]>] {
    stride(from: 0, to: payments.count, by: GamebaseAPI.mostPayments).map { start in
      let part = Array(payments[start...].prefix(GamebaseAPI.mostPayments))
      return make.call(
        GamebaseAPI.subscriptionsOfPayments, GamebaseAPI.OfApp(part, of: appID),
        tokens: part.compactMap(\.accessToken))
    }
  }

  /// - Parameter origin: the server's origin, for messages.
  private static func refusal(
    _ tokenRefusals: TokenRefusals, _ origin: String
  ) -> RequestMaker.Refusal {
    { header, payment, isChange in
      let (code, message) = (header.resultCode, header.resultMessage)
      let kind = GamebaseCode(code)?.kind
      let reason: IAPError.Reason =
        kind == .otherEnvironment
        ? .server(origin, .otherEnvironment(code: code, message: message))
        : .serverSaid(code: code, message: message)
      return ServerRefusal(
        error: .gamebaseCode(code, reason, payment: payment, isChange: isChange),
        stopsBatch: kind?.stopsBatch == true
          || (isChange && tokenRefusals.isRepeated(after: kind)))
    }
  }
}

/// Consumes that were refused because of an access token, one after the other. That the codes are about
/// the token of a login, which all calls would have in common, is not documented: they may be about the
/// token of a payment. So only the second one ends a batch.
private final class TokenRefusals: Sendable {
  private let count = Mutex(0)

  func reset() { count.withLock { $0 = 0 } }

  /// - Parameter kind: the kind of a refusal; nil if its code is not of Gamebase.
  /// - Returns: whether it and the refusal before are about a token.
  func isRepeated(after kind: GamebaseCode.Kind?) -> Bool {
    count.withLock { count in
      count = kind == .loginToken ? count + 1 : 0
      return count > 1
    }
  }
}
