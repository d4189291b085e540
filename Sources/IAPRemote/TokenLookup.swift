import IAPCore

/// The tokens, and what else a consume needs, of payments that are named by their number alone:
/// their users' unconsumed lists have them.
struct TokenLookup: Sendable {
  private struct Place: Hashable {
    let user: Identifier
    let markets: [StoreCode]
  }

  private var found: [Place: [Identifier: Purchase]] = [:]
  /// Why a list could not be asked, or not in every market.
  private var failures: [Place: IAPError] = [:]

  /// Asks for the lists of the payments that come without a token, each once.
  init(for requests: [ConsumeRequest], by service: RemoteService) async {
    for request in requests where request.accessToken == nil {
      guard let user = request.user else { continue }
      let place = Place(user: user, markets: request.markets)
      guard found[place] == nil else { continue }
      found[place] = [:]
      await look(in: place, by: service)
    }
  }

  private mutating func look(in place: Place, by service: RemoteService) async {
    var query = UnconsumedQuery(owner: .user(place.user))
    query.markets = place.markets
    do throws(IAPError) {
      let pages = try await service.unconsumed(query)
      while let page = try await pages.next() {
        switch page {
        case .failure(let failure): failures[place] = failures[place] ?? failure.error
        case .elements(let purchases):
          for purchase in purchases { found[place]?[purchase.paymentSeq] = purchase }
        }
      }
    } catch {
      failures[place] = error
    }
  }

  /// A request with its token, and the number of its product where that is known.
  func completed(_ request: ConsumeRequest) throws(IAPError) -> ConsumeRequest {
    guard request.accessToken == nil else { return request }
    guard let user = request.user else {
      throw .iapctl(
        .usage,
        .usage(
          "the token of payment \(request.paymentSeq) is not known",
          hint: "name the user with --user ID, or give the token with --token-file FILE"))
    }
    let place = Place(user: user, markets: request.markets)
    if let purchase = found[place]?[request.paymentSeq] {
      var request = request
      request.accessToken = purchase.accessToken
      request.productSeq = purchase.productSeq ?? request.productSeq
      return request
    }
    throw failures[place] ?? .iapctl(.paymentNotFound, .paymentUnknown(request.paymentSeq))
  }
}
