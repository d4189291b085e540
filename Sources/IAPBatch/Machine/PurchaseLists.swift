package import IAPCore

/// The users' unconsumed lists, which have what a consume needs and the caller may not know, such as the
/// access token.
package struct PurchaseLists: Sendable {
  /// Where a list is: a user, and the markets that are asked.
  package struct Place: Hashable, Sendable {
    package let user: Identifier
    package let markets: [StoreCode]

    /// Nil if the request names no user.
    init?(_ payment: Payment) {
      guard let user = payment.user else { return nil }
      (self.user, markets) = (user, payment.markets)
    }

    package var query: UnconsumedQuery {
      var query = UnconsumedQuery(owner: .user(user))
      query.markets = markets
      return query
    }
  }

  /// The maximum number of remembered purchases. If there are more, the lists are forgotten and
  /// requested again.
  private static let most = 200_000

  /// Whether a consume needs a token; otherwise the lists are not asked for.
  package let areNeeded: Bool
  private let needsProductSeq: Bool
  private let usualMarkets: [StoreCode]
  private var lists: [Place: UnconsumedList] = [:]
  /// The list that contains a payment.
  private var places: [Identifier: Place] = [:]
  private var count = 0

  package init(for traits: ServiceTraits) {
    (areNeeded, needsProductSeq) = (traits.needsToken, traits.needsProductSeq)
    usualMarkets = traits.usualMarkets
  }

  /// The lists that are to be asked for, each once.
  ///
  /// - Parameter isForAll: whether the lists are asked for payments that have a token, too.
  package mutating func missing(
    for payments: [Payment], withTokens isForAll: Bool = false
  ) -> [Place] {
    guard areNeeded else { return [] }
    if count > Self.most { (lists, places, count) = ([:], [:], 0) }
    var new: Set<Place> = []
    return payments.filter { isForAll || !isComplete($0) }.compactMap(Place.init).filter {
      lists[$0] == nil && new.insert($0).inserted
    }
  }

  package mutating func add(_ list: UnconsumedList, of place: Place) {
    lists[place] = list
    for payment in list.purchases.keys { places[payment] = place }
    count += 1 + list.purchases.count
  }

  /// The payment with what its list says.
  ///
  /// - Parameter reason: why lists were not asked for.
  package func completed(_ payment: Payment, orElse reason: IAPError?) -> Result<Payment, IAPError>
  {
    if !areNeeded || isComplete(payment) { return .success(payment) }
    return find(payment, orElse: reason).map { payment.confirmed(by: $0) }.flatMapError {
      // The service decides whether the token alone is enough.
      payment.accessToken != nil ? .success(payment) : .failure($0)
    }
  }

  /// What a list says of the payment, also if the input says more. Nil if no requested list contains it.
  package func purchase(_ payment: Payment) -> Purchase? {
    places[payment.number].flatMap { lists[$0]?.purchases[payment.number] }
  }

  private static let mostSearched = 1000

  /// What the payment's list says of the payment's token; nil if it is this payment's, or if no list has the
  /// payment.
  package func otherToken(_ payment: Payment) -> LineProblem.Detail? {
    guard let token = payment.accessToken, let place = places[payment.number],
      let purchases = lists[place]?.purchases, let listed = purchases[payment.number],
      listed.accessToken != token
    else { return nil }
    // A row of a long list is not worth a search.
    let owner =
      purchases.count > Self.mostSearched ? nil : purchases.values.first { $0.accessToken == token }
    return owner.map { .tokenOf($0.paymentSeq) } ?? .otherToken
  }

  /// Whether the request has all that the service needs, so that no list is requested for it.
  private func isComplete(_ payment: Payment) -> Bool {
    payment.accessToken != nil && (payment.productSeq != nil || !needsProductSeq)
  }

  private func find(_ payment: Payment, orElse reason: IAPError?) -> Result<Purchase, IAPError> {
    guard let place = Place(payment) else { return .failure(.tokenMissing(payment.paymentSeq)) }
    guard let list = lists[place] else {
      return .failure(reason ?? .tokenMissing(payment.paymentSeq))
    }
    if let purchase = list.purchases[payment.number] { return .success(purchase) }
    return .failure(
      list.failure
        ?? .iapctl(
          .paymentNotFound,
          .payment(
            payment.paymentSeq,
            .notListed(
              user: place.user, markets: place.markets.isEmpty ? usualMarkets : place.markets,
              isMarketOfRow: payment.purchase.storeCode != nil))))
  }
}
